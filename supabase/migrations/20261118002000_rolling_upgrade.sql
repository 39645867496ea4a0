-- While processes are replaced one after the other, those of the previous version go on calling what they know:
-- docs/decisions/041-rolling-upgrades.md.

alter function private.claim_generation(interval) rename to claim_work;

-- Former workers get no jobs: they know neither scopes nor models, and would use up the tries of a job. Workers
-- of this version, at least the one that applied this migration, do them.
create function private.claim_generation(lease interval) returns table (
  id uuid,
  user_id uuid,
  conversation_id uuid,
  prompt text,
  current_script text,
  continued text,
  attempt integer,
  milliseconds_left integer
)
  language sql set search_path = ''
as $$
  select null::uuid, null::uuid, null::uuid, null, null, null, null::integer, null::integer where false
$$;

-- Left to workers of this version, too.
create function private.end_overdue_generations(timeout_error text, interrupted_error text) returns integer
  language sql set search_path = ''
as $$
  select 0
$$;

-- For jobs that former workers had claimed before.
create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  written text,
  withheld text,
  new_text text,
  judged_hash text,
  first_text text,
  partly_applied boolean,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer
) returns text
  language plpgsql set search_path = ''
as $$
begin
  -- Before the job, as everywhere.
  perform private.lock_around(complete_generation.job_id, begins => new_text is not null);
  perform private.record_examples(complete_generation.job_id, current_attempt, used_examples);
  return private.complete_generation(
    complete_generation.job_id, current_attempt, text_of_result, complete_generation.written,
    complete_generation.withheld, new_text, judged_hash, first_text, complete_generation.partly_applied,
    '{}', null, null, complete_generation.model,
    complete_generation.input_tokens, complete_generation.output_tokens, null
  );
end
$$;

-- Requests that reach a former process.
create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid
) returns uuid
  language sql set search_path = ''
as $$
  select private.request_generation(
    request_generation.prompt, request_generation.current_script, request_generation.conversation_id,
    request_generation.idempotency_key, request_generation.continues, null, null, 'change', null
  )
$$;
grant execute on function private.request_generation(text, text, uuid, text, uuid) to authenticated;
