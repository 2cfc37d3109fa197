"""From a submission to its outcome: problems and where they come from, marking, diagnosis, results."""
