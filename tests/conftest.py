"""What all tests share: the fixtures that a guest's tests have too."""

pytest_plugins = ["ludotheque.testing.plugin"]
