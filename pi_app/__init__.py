"""The table app: journal, table session, camera work, presenters, Kivy screens, settings, languages."""
