"""The app driven from outside: commands as JSON lines, touches on the real screens, answers as JSON lines."""
