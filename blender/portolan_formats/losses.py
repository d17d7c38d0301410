# SPDX-License-Identifier: MIT
"""What a conversion changed, dropped or refused, as a text in Blender and on the console."""
TITLE = "Portolan report"


class Problem(Exception):
    """The work cannot be done; every reason is in the list."""

    def __init__(self, reasons):
        super().__init__("\n".join(reasons))
        self.reasons = list(reasons)


class Cancelled(Exception):
    """Somebody pressed Escape."""


class Losses:
    def __init__(self, title):
        self.title = title
        self.lines = []

    def add(self, text):
        if text not in self.lines:
            self.lines.append(text)

    def renamed(self, what, changed):
        for was, now in changed:
            self.add("%s '%s' is called '%s'" % (what, was, now))

    def text(self):
        return "\n".join([self.title] + ["  " + line for line in self.lines]) + "\n"

    def show(self, texts):
        show([self], texts)


def show(reports, texts, refused=()):
    """Puts reports where users look: a text block, made once and written anew."""
    whole = "".join(each.text() for each in reports) + "".join("refused: %s\n" % each for each in refused)
    block = texts.get(TITLE) or texts.new(TITLE)
    block.clear()
    block.write(whole)
    print(whole, end="")
