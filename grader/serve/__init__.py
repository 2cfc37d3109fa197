"""A quiz over the network: students open their sheet by a link, it saves as they go, they hand in on it and read why."""
