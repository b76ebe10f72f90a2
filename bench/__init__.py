"""Measurements on generated data. Never part of the test run."""
