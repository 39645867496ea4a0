-- What the files up to 20261118005000 left otherwise than those of today. Scripts keep their stored previews until
-- they are saved again.
drop function if exists private.claim_generation(interval);
drop function if exists private.end_overdue_generations(text, text);
drop function if exists private.complete_generation(
  uuid, integer, text, text, text, text, text, text, boolean, uuid[], text, integer, integer
);
drop function if exists private.request_generation(text, text, uuid, text, uuid);
