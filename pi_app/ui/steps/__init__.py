"""The widgets of the screen language (see `pi_app.steps.view`)."""
