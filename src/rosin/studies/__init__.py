"""Asking people: questionnaires, MUSHRA and ABX in the browser, answers kept on this machine, figures and tests made from them."""
