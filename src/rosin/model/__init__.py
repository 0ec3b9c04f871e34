"""What everything is made of: parameters with units and limits, parts, presets, files and errors."""
