"""What others read of a student's grades: a page for the student, Gradescope's file."""

from ..report.markup import page, table, tag
from .grading import RIGHT, grade_text

SHOWN = ("problem", "example", "expected", "got", "mistake", "hint", "printed")


def feedback_page(student, points) -> str:
    """One page in HTML: what is right, and what went wrong in the others.

    Nothing of the student's is taken for markup. points is {exercise: its points}.
    """
    earned, rows, parts = student.earned(points), [], []
    total = f"{sum(earned.values()):g} of {sum(points.values()):g} points"
    for name, grade in student.grades.items():
        own = f"{earned[name]:g} of {points[name]:g}"
        cases = f"{grade.cases_right} of {grade.cases}"
        rows.append([name, grade.status, cases, own])
        said = [(word, getattr(grade, word)) for word in SHOWN if getattr(grade, word)]
        if said:
            parts.append(tag("h2", name))
            parts += [tag("p", tag("b", f"{word}: "), text) for word, text in said]
    title = f"Exercises of {student.name}"
    summary = table(("exercise", "result", "cases right", "points"), rows)
    return page(title, tag("h1", title), tag("p", total), summary, *parts)


def gradescope(student, points) -> dict:
    """The content of Gradescope's results.json, one test for each exercise."""
    earned = student.earned(points)
    tests = [
        {"name": name, "max_score": points[name], "score": earned[name]}
        | {"status": "passed" if grade.status == RIGHT else "failed"}
        | {"visibility": "visible", "output": grade_text(grade)}
        for name, grade in student.grades.items()
    ]
    score = sum(earned.values())
    return {"score": score, "tests": tests, "stdout_visibility": "hidden"}
