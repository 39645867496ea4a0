-- A reading: a job that reads a script in several calls of the model, one part after the other. What a call
-- finds is stored together with the fact that its part was read, so that a crash neither loses nor repeats
-- anything. It pays for the calls that were sent (docs/decisions/052-readings-and-notes.md).

create table public.readings (
  -- The job's.
  id uuid primary key,
  user_id uuid not null,
  work_id uuid not null,
  reader text not null
    constraint reader_is_known check (
      reader in ('bible', 'story-editor', 'script-supervisor', 'dialogue-editor', 'first-viewer', 'producer')
      -- One of the writer's own.
      or reader ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ),
  -- What it was called at that time.
  name text not null default '',
  parts integer not null,
  parts_read integer not null default 0,
  scenes integer not null default 0,
  -- What was found, and how much of it was dropped because its quote is not in the script.
  found integer not null default 0,
  dropped integer not null default 0,
  -- The hashes of the scenes that were read, so that a later reading can go on.
  read_scenes text[] not null default '{}',
  -- What it is of, for a later reading that goes on; null for the whole script.
  scope jsonb,
  summary text
    constraint a_summary_has_at_most_8000_characters check (char_length(summary) <= 8000),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint a_reading_reads_its_parts check (parts_read between 0 and parts),
  constraint readings_id_fkey
    foreign key (id, user_id) references public.generation_jobs (id, user_id) on delete cascade,
  constraint readings_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);

create index readings_of_a_text on public.readings (user_id, work_id);
create unique index one_reading_at_a_time on public.readings (user_id, work_id, reader) where finished_at
  is null;

alter table public.readings enable row level security;
grant select on public.readings to authenticated;
create policy "writers read their own readings" on public.readings
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- However the job ends.
create function private.finish_reading_row() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.readings set finished_at = new.finished_at where id = new.id;
  return null;
end
$$;

create trigger finish_reading after update of finished_at on public.generation_jobs
  for each row when (old.finished_at is null and new.finished_at is not null and new.conversation_id is null)
  execute function private.finish_reading_row();

-- Locks the month's count of a job's month, after the person and before the job, as everywhere.
create function private.lock_count_of(job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform private.lock_person((select user_id from public.generation_jobs where id = lock_count_of.job_id));
  perform from public.api_usage as usage
    join public.generation_jobs as jobs on usage.user_id = jobs.user_id and usage.month = jobs.month
    where jobs.id = lock_count_of.job_id
    for update of usage;
end
$$;

-- A reading counts the calls that were sent from its first on.
create function private.count_from_the_start() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.generation_jobs set calls_sent = 0 where id = new.id;
  return null;
end
$$;

create trigger count_from_the_start after insert on public.readings
  for each row execute function private.count_from_the_start();

-- A part that was read was sent, also by a process of the version before this one.
create function private.count_read_part() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.generation_jobs set calls_sent = new.parts_read
    where id = new.id and calls_sent < new.parts_read;
  return null;
end
$$;

create trigger count_read_part after update of parts_read on public.readings
  for each row execute function private.count_read_part();

-- A note may repeat what was written until then, and only versions say what was there first: as with a
-- request.
create function private.keep_what_is_read() returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.cut_pending(drafts.id) from public.script_drafts as drafts
    where drafts.user_id = new.user_id and drafts.work_id = new.work_id;
  return null;
end
$$;

create trigger keep_what_is_read after insert on public.readings
  for each row execute function private.keep_what_is_read();

-- What a reading is planned from: the working text, and what the same reader has read before, twice as many
-- scenes as a text may have: all of them would keep the server from answering while it reads them.
create function private.text_to_read(work_id uuid, reader text)
  returns table (text text, text_hash text, read_scenes text[])
  language sql stable security definer set search_path = '' as $$
  select private.text_of_pieces(texts.pieces), drafts.text_hash, coalesce((
      select array_agg(latest.scene) from (
        select scene from public.readings, unnest(readings.read_scenes) as scene
        where readings.user_id = drafts.user_id and readings.work_id = drafts.work_id
          and readings.reader = text_to_read.reader
        order by readings.created_at desc
        limit 20000
      ) as latest
    ), '{}')
  from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
  where drafts.user_id = (select auth.uid()) and drafts.work_id = text_to_read.work_id
    and (select private.is_approved())
$$;
grant execute on function private.text_to_read(uuid, text) to authenticated;

-- A reading, planned for the text with this hash.
create type private.reading_request as (
  work_id uuid, reader text, name text, text_hash text, parts jsonb, model_id uuid, idempotency_key text,
  scope jsonb
);

-- Takes the calls of all parts from the month's count, or refuses as a whole. The parts were planned for the
-- text with this hash. Definer: nobody may write the count or jobs directly.
create function private.request_reading(request private.reading_request) returns uuid
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  wanted integer := jsonb_array_length(request.parts);
  accepted uuid;
  chosen uuid;
  draft public.script_drafts;
  violated text;
begin
  select * into accepted, chosen
    from private.take_generations(asker, wanted, request.idempotency_key, request.model_id);
  if accepted is not null then
    return accepted;
  end if;
  draft := private.lock_work(asker, request.work_id);
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.text_hash <> request.text_hash then
    raise sqlstate 'PT409' using message = 'draft_changed';
  end if;
  insert into public.generation_jobs (user_id, prompt, idempotency_key, calls)
    values (asker, request.name, request.idempotency_key, wanted)
    returning id into accepted;
  insert into private.generation_inputs (job_id, current_script, work_id, parts)
    select accepted, private.text_of_pieces(texts.pieces), draft.work_id, request.parts
    from private.draft_texts as texts where texts.draft_id = draft.id;
  insert into public.readings (id, user_id, work_id, reader, name, parts, scope, scenes)
    select accepted, asker, draft.work_id, request.reader, request.name, wanted,
      request.scope, sum(jsonb_array_length(part -> 'scenes'))
    from jsonb_array_elements(request.parts) as part;
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'a_request_is_accepted_once' then
      return (
        select id from public.generation_jobs
        where user_id = asker and idempotency_key = request.idempotency_key
      );
    end if;
    raise sqlstate 'PT409' using message = 'already_reading';
end
$$;
grant execute on function private.request_reading(private.reading_request) to authenticated;

-- The next reading.
create function private.claim_reading(lease interval) returns table (
  id uuid, user_id uuid, reader text, current_script text, parts jsonb, parts_read integer, context jsonb,
  attempt integer
)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  claimed public.generation_jobs := private.claim_job(true, lease);
begin
  return query
    select claimed.id, claimed.user_id, readings.reader, inputs.current_script, inputs.parts,
      -- Without a row the text was deleted meanwhile, and the worker ends the job.
      readings.parts_read, claimed.context, claimed.attempt
    from private.generation_inputs as inputs
    left join public.readings on readings.id = inputs.job_id
    where inputs.job_id = claimed.id;
end
$$;

-- Notes that a part's call is about to be sent. False if the job has ended or belongs to another attempt.
create function private.send_part(job_id uuid, current_attempt integer, part integer) returns boolean
  language plpgsql set search_path = '' as $$
begin
  update public.generation_jobs as jobs set calls_sent = greatest(jobs.calls_sent, send_part.part + 1)
    where jobs.id = send_part.job_id and jobs.attempt = send_part.current_attempt
      and jobs.status = 'processing';
  return found;
end
$$;

-- A part of a reading that its worker has read.
create type private.part_read as (
  job_id uuid, attempt integer, part integer,
  -- The hashes of its scenes.
  scenes text[],
  -- What the model was given.
  context jsonb, model text, input_tokens integer, output_tokens integer, cached_input_tokens integer,
  lease interval
);

-- Stores what a part yielded with the fact that it was read: `yielded` has proposals, notes or synopses, how
-- many were `dropped` without a quote, and of the last part a summary. The next part has its own time and
-- tries. 'text_changed' if notes were placed in another text than that of now. 'stored' also if this attempt
-- has stored the part already and only the answer was lost; 'ended', with nothing stored, if the job has
-- ended or belongs to another attempt.
create function private.store_part(part_read private.part_read, yielded jsonb) returns text
  language plpgsql set search_path = '' as $$
declare
  reading public.readings;
  draft public.script_drafts;
  written text;
  placed integer;
  stored integer;
begin
  select * into reading from public.readings where id = part_read.job_id;
  if not found then
    return private.store_synopses(part_read, yielded -> 'synopses');
  end if;
  -- The text does not change until this is stored.
  draft := private.lock_work(reading.user_id, reading.work_id);
  -- The job before what was found: another attempt may be storing the same part.
  perform from public.generation_jobs as jobs
    where jobs.id = part_read.job_id and jobs.attempt = part_read.attempt and jobs.status = 'processing'
    for update;
  if not found then
    return 'ended';
  end if;
  select * into reading from public.readings where id = part_read.job_id;
  if not found or reading.parts_read < part_read.part then
    return 'ended';
  elsif reading.parts_read > part_read.part then
    return 'stored';
  elsif draft.text_hash <> yielded ->> 'judged_hash' then
    return 'text_changed';
  end if;
  select private.text_of_pieces(texts.pieces) into written from private.draft_texts as texts
    where texts.draft_id = draft.id;
  if reading.reader = 'bible' then
    select * into placed, stored from private.store_proposals(reading, written, yielded -> 'proposals');
  else
    select * into placed, stored from private.store_notes(reading, written, yielded -> 'notes');
  end if;
  update public.generation_jobs as jobs set
      tries = 1,
      -- A call that found nothing to note but sums up was not in vain.
      calls_used = jobs.calls_used + (stored > 0 or yielded ->> 'summary' is not null)::integer,
      deadline_at = clock_timestamp() + interval '7 minutes',
      leased_until = clock_timestamp() + part_read.lease,
      context = part_read.context,
      model = part_read.model,
      input_tokens = private.add_tokens(jobs.input_tokens, part_read.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, part_read.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, part_read.cached_input_tokens)
    where jobs.id = part_read.job_id;
  update public.readings set
      parts_read = parts_read + 1,
      found = readings.found + stored,
      dropped = readings.dropped + (yielded ->> 'dropped')::integer - placed
        + jsonb_array_length(coalesce(yielded -> 'proposals', yielded -> 'notes')),
      read_scenes = read_scenes || part_read.scenes,
      summary = coalesce(yielded ->> 'summary', readings.summary)
    where id = part_read.job_id;
  return 'stored';
end
$$;

-- The text that notes are placed in.
create function private.text_of_reading(job_id uuid) returns table (text text, text_hash text)
  language sql stable set search_path = '' as $$
  select private.text_of_pieces(texts.pieces), drafts.text_hash
  from public.readings
  join public.script_drafts as drafts on drafts.user_id = readings.user_id
    and drafts.work_id = readings.work_id
  join private.draft_texts as texts on texts.draft_id = drafts.id
  where readings.id = text_of_reading.job_id
$$;

-- All parts were read.
create function private.complete_reading(job_id uuid, current_attempt integer, text_of_result text)
  returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform private.lock_count_of(complete_reading.job_id);
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      finished_at = clock_timestamp(),
      leased_until = null
    where jobs.id = complete_reading.job_id and jobs.attempt = current_attempt and jobs.status = 'processing';
  if not found then
    return false;
  end if;
  perform private.refund_calls(complete_reading.job_id);
  perform private.forget_input(complete_reading.job_id);
  return true;
end
$$;

-- Stopped by its writer: what was found stays. Null if the job is not a reading of the caller's that still
-- runs. Definer: nobody may write jobs directly.
create function private.stop_reading(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended text;
begin
  perform private.require_approved();
  if not exists (
    select from private.generation_inputs as inputs join public.generation_jobs as jobs
      on jobs.id = inputs.job_id
    where inputs.job_id = stop_reading.job_id and inputs.parts is not null and jobs.user_id = auth.uid()
  ) then
    return null;
  end if;
  perform private.lock_count_of(stop_reading.job_id);
  update public.generation_jobs set
      status = 'failed',
      error_code = 'stopped',
      error = stop_reading.note,
      finished_at = clock_timestamp(),
      leased_until = null
    where id = stop_reading.job_id and status in ('pending', 'processing');
  if found then
    perform private.refund_calls(stop_reading.job_id);
    perform private.forget_input(stop_reading.job_id);
  end if;
  select status into ended from public.generation_jobs where id = stop_reading.job_id;
  return ended;
end
$$;
grant execute on function private.stop_reading(uuid, text) to authenticated;

-- How many generations an ended job costs.
create function private.cost_of(job public.generation_jobs) returns integer
  language sql stable set search_path = '' as $$
  select case
    when job.calls_sent is null then (job.status = 'completed' or job.error_code = 'stopped')::integer
    -- A refusal of the model, an empty answer and whatever we did with an answer were paid for.
    when job.error_code in (
      'key_unreadable', 'prompt_too_long', 'provider_busy', 'provider_error', 'provider_refused_key',
        'provider_timeout',
      'provider_unreachable', 'timeout'
    ) then least(
      job.calls_sent,
      coalesce((select parts_read from public.readings where readings.id = job.id), job.calls_sent)
    )
    else job.calls_sent
  end
$$;

-- Gives back what an ended job does not cost, to the month it was taken from.
create function private.refund_calls(job_id uuid) returns void language sql set search_path = '' as $$
  update public.api_usage as usage
    set monthly_generations = usage.monthly_generations - (jobs.calls - private.cost_of(jobs))
    from public.generation_jobs as jobs
    where jobs.id = refund_calls.job_id and usage.user_id = jobs.user_id and usage.month = jobs.month
      and jobs.calls > private.cost_of(jobs)
$$;
