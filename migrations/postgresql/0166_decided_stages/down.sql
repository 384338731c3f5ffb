DELETE FROM daily_counts WHERE figure = 'activated';
UPDATE counted_candidates SET reached = replace(replace(reached, ',Active/decided', ''), 'Active/decided,', '');
