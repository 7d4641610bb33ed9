"""What everything is drawn with: a pen, colours, letters and suit signs, what has been drawn before, and PNG."""
