for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, k) => {
    const numbers = body.rows[0]?.cells[k].className === "number";
    const value = row => {
      const text = row.cells[k].textContent.trim();
      return numbers ? parseFloat(text.replace(/[^0-9.e-]/g, "")) || 0 : text;
    };
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const falls = head.ariaSort ? head.ariaSort === "ascending" : numbers;
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = falls ? "descending" : "ascending";
      const order = (a, b) => numbers ? a - b : a.localeCompare(b);
      const rows = [...body.rows].sort((a, b) => order(value(a), value(b)));
      body.append(...(falls ? rows.reverse() : rows));
    };
  });
}
