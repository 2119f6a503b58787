"""Measuring: metrics, protocol and reports."""
