-- The tokens of every answer that a job asked for, also when it is stopped or given up while asking once more.
create function private.add_tokens(known integer, more integer) returns integer
  language sql immutable set search_path = ''
as $$
  select case
    when known is null then more
    -- Whatever a provider reports, a job can end.
    else least(known::bigint + coalesce(more, 0), 2147483647)::integer
  end
$$;

drop function private.restart_answer(uuid, integer, interval);

create function private.restart_answer(
  job_id uuid,
  current_attempt integer,
  lease interval,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns integer
  language plpgsql set search_path = ''
as $$
declare
  next_attempt integer;
begin
  update public.generation_jobs as jobs set
      attempt = jobs.attempt + 1,
      partial_text = '',
      leased_until = clock_timestamp() + lease,
      input_tokens = private.add_tokens(jobs.input_tokens, restart_answer.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, restart_answer.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, restart_answer.cached_input_tokens)
    where jobs.id = restart_answer.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning jobs.attempt into next_attempt;
  if found then
    perform private.announce_generation(restart_answer.job_id);
  end if;
  return next_attempt;
end
$$;

create or replace function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  written text,
  withheld text,
  new_text text,
  judged_hash text,
  first_text text,
  partly_applied boolean,
  other_texts text[],
  script text,
  changes jsonb,
  model text,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns text
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts := private.lock_around(complete_generation.job_id, begins => new_text is not null);
  job public.generation_jobs;
  reason text := complete_generation.withheld;
begin
  if new_text is not null and (
    draft.id is null
    or judged_hash is distinct from case when draft.revision > 0 then draft.text_hash end
  ) then
    return 'text_changed';
  end if;
  select * into job from public.generation_jobs as jobs
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    for update;
  if not found then
    return 'taken';
  end if;
  if new_text is not null then
    begin
      if first_text is not null then
        perform private.replace_text(draft.id, first_text, 'import');
      end if;
      perform private.apply_answer_text(draft.work_id, job.id, new_text, coalesce(other_texts, '{}'));
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = coalesce(complete_generation.written, text_of_result),
      finished_at = clock_timestamp(),
      leased_until = null,
      withheld = reason,
      script = case when job.conversation_id is null then complete_generation.script end,
      model = complete_generation.model,
      input_tokens = private.add_tokens(jobs.input_tokens, complete_generation.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, complete_generation.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, complete_generation.cached_input_tokens)
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    reason,
    complete_generation.partly_applied and reason is null,
    complete_generation.changes
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

drop function private.store_script_memory(uuid, uuid, text, jsonb, jsonb, bigint, bigint);

create function private.store_script_memory(
  person uuid,
  work uuid,
  text_hash text,
  synopses jsonb,
  characters jsonb,
  model text,
  input_tokens bigint,
  output_tokens bigint,
  cached_input_tokens bigint
) returns void
  language sql set search_path = ''
as $$
  -- The person first, as everywhere.
  select private.lock_person(person);
  update private.script_memories as memories
    set text_hash = store_script_memory.text_hash,
      synopses = store_script_memory.synopses,
      characters = store_script_memory.characters,
      tries = case when store_script_memory.text_hash is null then memories.tries else 0 end,
      input_tokens = memories.input_tokens + store_script_memory.input_tokens,
      output_tokens = memories.output_tokens + store_script_memory.output_tokens
    where memories.user_id = person and memories.work_id = work;
  -- Notes are no generation.
  select private.add_usage(
      (clock_timestamp() at time zone 'utc')::date,
      id,
      store_script_memory.model,
      0,
      0,
      store_script_memory.input_tokens,
      store_script_memory.output_tokens,
      store_script_memory.cached_input_tokens
    )
    from public.profiles
    -- Not if the account was deleted meanwhile.
    where id = person and store_script_memory.input_tokens + store_script_memory.output_tokens > 0
$$;
