for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  const value = (row, k) => {
    const text = row.cells[k].textContent.trim();
    const number = parseFloat(text.replace(/[^0-9.e-]/g, ""));
    return row.cells[k].className === "number" ? (number === number ? number : -1) : text;
  };
  [...table.tHead.rows[0].cells].forEach((head, k) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const falls = head.ariaSort ? head.ariaSort === "ascending"
        : value(body.rows[0], k).trim === undefined;
      for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
      head.ariaSort = falls ? "descending" : "ascending";
      const order = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a, k), value(b, k)];
        const way = x.localeCompare ? x.localeCompare(y) : x - y;
        return falls ? -way : way;
      });
      body.append(...order);
    };
  });
}
