"""The menu of the filter bar."""


def choose(page, name):
    """Chooses an item of the menu of the filter bar."""
    page.locator(".menu > .btn").click()
    page.get_by_role("button", name=name).click()
