-- The workers' side of generations, from the first claim to the one end of a job. Whoever holds its lease
-- works on it, and the number of the attempt is the token without which nothing of it can be written. For the
-- server's own role, but for stopping.

-- Streaming clients hear that a job has changed.
create function private.announce_generation(job_id uuid) returns void
  language sql set search_path = '' as $$ select pg_notify('script_writer_generation', job_id::text) $$;

-- Claims the next prompt or reading that nobody works on, under a new attempt; its text begins again. For the
-- server's own role, as all of the workers' side. Whoever has the fewest running jobs is next, so that many
-- jobs of one user do not keep others waiting; running jobs are counted once, not for each that waits. One
-- row that is locked or too much work keeps none of the others waiting (docs/decisions/053-bounded-work.md).
create function private.claim_job(is_reading boolean, lease interval) returns public.generation_jobs
  language sql set search_path = '' as $$
  -- One claim after another, so that each counts the ones before it.
  select pg_advisory_xact_lock(hashtextextended('script_writer.claims', 0));
  with running as (
    select jobs.user_id, count(*) as jobs from public.generation_jobs as jobs
    where jobs.status = 'processing' and private.is_leased(jobs.leased_until)
    group by jobs.user_id
  )
  update public.generation_jobs set
      status = 'processing',
      attempt = attempt + 1,
      tries = tries + 1,
      partial_text = '',
      started_at = coalesce(started_at, clock_timestamp()),
      deadline_at = case
        -- Each part has its own time.
        when is_reading then clock_timestamp() + interval '7 minutes'
        when started_at is null then least(deadline_at, clock_timestamp() + interval '7 minutes')
        else deadline_at
      end,
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      left join running on running.user_id = waiting.user_id
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
        -- JOBS_AT_ONCE in contract/limits.ts.
        and coalesce(running.jobs, 0) < 3
        and is_reading = exists (
          select from private.generation_inputs as inputs
          where inputs.job_id = waiting.id and inputs.parts is not null
        )
      order by coalesce(running.jobs, 0), waiting.created_at
      limit 1
      for update of waiting skip locked
    )
    returning *
$$;

-- The next prompt.
create function private.claim_work(lease interval) returns table (
  id uuid, user_id uuid, conversation_id uuid, prompt text, current_script text, continued text,
  target_start integer, target_end integer, mode text, alternatives integer, attempt integer, tries integer,
  milliseconds_left integer
)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  claimed public.generation_jobs := private.claim_job(false, lease);
begin
  if claimed.id is null then
    return;
  end if;
  -- Streaming clients hear that the text begins again.
  perform private.announce_generation(claimed.id);
  return query
    select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt,
      coalesce(inputs.current_script, private.text_of_pieces(texts.pieces)),
      inputs.continued, inputs.target_start, inputs.target_end, inputs.mode, inputs.alternatives,
      claimed.attempt, claimed.tries,
      least(
        (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer,
        -- The clock may have been set back.
        7 * 60 * 1000
      )
    from private.generation_inputs as inputs
    left join private.version_texts as texts on texts.version_id = inputs.version_id
    where inputs.job_id = claimed.id;
end
$$;

-- More text behind so many characters, or none to say that the worker lives; the same twice is once.
-- False: the attempt is not the current one any more. Not waited for until it is on the disk: after a
-- crash of the database the text begins anew anyway.
create function private.progress_generation(
  job_id uuid, current_attempt integer, already integer, more text, lease interval
) returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update public.generation_jobs set
      partial_text = case when more = '' then partial_text else left(partial_text, already) || more end,
      leased_until = clock_timestamp() + lease
    where id = job_id and attempt = current_attempt and status = 'processing'
      -- What was not on the disk when the database crashed is missing: then another attempt begins anew.
      and char_length(partial_text) >= already;
  if found and more <> '' then
    perform private.announce_generation(job_id);
  end if;
  return found;
end
$$;

-- Handed back in order: the next worker takes it at once, and this was no try.
create function private.release_generation(job_id uuid, current_attempt integer) returns boolean
  language plpgsql set search_path = '' as $$
begin
  update public.generation_jobs
    set leased_until = null, tries = tries - 1
    where id = job_id and attempt = current_attempt and status = 'processing';
  if found then
    perform pg_notify('script_writer_jobs', '');
  end if;
  return found;
end
$$;

-- The model is asked once more: the text begins again under a new attempt number, which streaming clients
-- hear. Null if the job has ended or belongs to another attempt.
create function private.restart_answer(
  job_id uuid, current_attempt integer,
  lease interval,
  input_tokens integer, output_tokens integer, cached_input_tokens integer
) returns integer
  language plpgsql set search_path = '' as $$
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

-- The tokens of every answer that a job asked for, also when it is stopped or given up while asking once
-- more. A provider may report anything: a sum never shrinks, and never grows beyond what a column can hold.
create function private.add_tokens(known integer, more integer) returns integer
  language sql immutable set search_path = '' as $$
  select case
    when more is null then known
    else least(coalesce(known, 0)::bigint + greatest(more, 0), 2147483647)::integer
  end
$$;

-- Notes what the prompt of a job consisted of.
create function private.record_context(job_id uuid, current_attempt integer, examples uuid[], context jsonb)
  returns boolean
  language plpgsql set search_path = '' as $$
begin
  update public.generation_jobs as jobs
    set used_examples = record_context.examples, context = record_context.context
    where jobs.id = record_context.job_id and jobs.attempt = current_attempt and jobs.status = 'processing';
  return found;
end
$$;

-- The working text that a job's answer would change; no row without a conversation. The hash is null if the
-- text never began: opening one creates its row at revision 0.
create function private.text_for_answer(job_id uuid)
  returns table (text text, text_hash text, is_another boolean)
  language sql stable set search_path = '' as $$
  select
    case when drafts.revision > 0 then private.text_of_pieces(texts.pieces) else '' end,
    case when drafts.revision > 0 then drafts.text_hash end,
    coalesce(inputs.work_id <> chats.work_id, false)
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  left join private.generation_inputs as inputs on inputs.job_id = jobs.id
  left join public.script_drafts as drafts on drafts.user_id = jobs.user_id and drafts.work_id = chats.work_id
  left join private.draft_texts as texts on texts.draft_id = drafts.id
  where jobs.id = text_for_answer.job_id
$$;

-- What a prompt is built from: the latest messages of the branch that the answer belongs to, without stop
-- notes, and the user's examples with access to the Learning Loop. The branch that is shown is read backwards
-- from the message, and any other is walked.
create function private.generation_context(job_id uuid)
  returns table (conversation json, examples json)
  language sql stable set search_path = '' as $$
  select
    (
      select coalesce(json_agg(json_build_object('type', said.type, 'content', said.content)
        order by said.created_at, said.id), '[]')
      from (
        select messages.id, messages.type, messages.content, messages.created_at
        from public.chat_messages as messages
        where messages.conversation_id = jobs.conversation_id and messages.user_id = jobs.user_id
          and messages.kind = 'text'
          and case
            when jobs.parent_id is null then messages.shown
            when place.shown
              then messages.shown and (messages.created_at, messages.id) <= (place.created_at, place.id)
            else messages.id in (select private.path_to(jobs.parent_id))
          end
        order by messages.created_at desc, messages.id desc
        limit 60
      ) as said
    ),
    (
      select coalesce(json_agg(json_build_object('id', kept.id, 'content', kept.content)
        order by kept.created_at desc, kept.id desc), '[]')
      from (
        select examples.id, examples.content, examples.created_at
        from public.golden_examples as examples
        join public.profiles on profiles.id = examples.user_id and profiles.learning_loop_access
        where examples.user_id = jobs.user_id and not examples.disabled
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs
  left join public.chat_messages as place on place.id = jobs.parent_id
  where jobs.id = generation_context.job_id
$$;

-- Locks what the end of a job touches besides the job, in the order of lock_work: the text before the chat.
-- Returns the draft, which is begun if it is to be written. Null if the conversation is gone, or is about
-- another text by now. What is changed from then on was asked for by the request of the job.
create function private.lock_around(job_id uuid, begins boolean) returns public.script_drafts
  language plpgsql set search_path = '' as $$
declare
  job public.generation_jobs;
  work uuid;
  draft public.script_drafts;
begin
  select * into job from public.generation_jobs where id = lock_around.job_id;
  perform set_config('script_writer.request', coalesce(job.idempotency_key, ''), true);
  select chats.work_id into work from public.chat_conversations as chats where chats.id = job.conversation_id;
  if lock_around.begins and work is not null then
    draft := private.open_work(job.user_id, work);
  else
    draft := private.lock_work(job.user_id, work);
  end if;
  perform from public.chat_conversations as chats where chats.id = job.conversation_id
    and chats.work_id = work
    for no key update;
  if not found then
    return null;
  end if;
  return draft;
end
$$;

-- The text of an answer that was stopped, without the model's tags. They stand at the beginnings of lines;
-- the last one may be unfinished.
create function private.without_tags(answer text) returns text
  language sql immutable set search_path = '' as $$
  select regexp_replace(
    regexp_replace(answer, '(^|\n)[ \t]*(</?(scene|script|text)(\s[^<>\n]*)?/?>[ \t]*)+(?=\n|$|[^ \t<])',
      '\1', 'gi'),
    '(^|\n)[ \t]*<(/?[a-z]*|/?(scene|script|text)\s[^<>\n]*)$', '\1', 'i'
  )
$$;

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, behind its
-- prompt, and moves the conversation to the top of the list. The examples are those of the job, also for an
-- answer that was stopped. Of two answers to one prompt the first that comes is shown.
create function private.add_answer(
  job public.generation_jobs,
  kind text, content text,
  withheld text default null::text,
  partly_applied boolean default false,
  changes jsonb default null::jsonb
) returns uuid
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  added uuid;
  leaf uuid := private.shown_leaf(job.conversation_id);
  parent uuid;
begin
  -- Any update makes the trigger set the time.
  update public.chat_conversations set updated_at = now() where id = job.conversation_id;
  if found then
    parent := coalesce(
      -- The note that it was stopped follows the text so far.
      (
        select id from public.chat_messages
        where job_id = job.id and type = 'ai' and conversation_id = job.conversation_id
      ),
      (
        select id from public.chat_messages
        where id = job.parent_id and conversation_id = job.conversation_id for key share
      )
    );
    insert into public.chat_messages (
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied,
          changes, model,
        parent_id
      )
      values (
        job.conversation_id, job.user_id, 'ai', add_answer.kind, add_answer.content, job.id,
        case when add_answer.kind = 'text' then job.used_examples else '{}' end,
        add_answer.withheld, add_answer.partly_applied, add_answer.changes,
        case when add_answer.kind = 'text' then job.model_label end,
        parent
      )
      returning id into added;
    if job.compared is not null and leaf <> parent then
      perform private.set_leaf(job.conversation_id, leaf);
    end if;
  end if;
  return added;
end
$$;

-- An answer as its worker stores it, with what it makes of the working text: first_text without the answers
-- that are replaced, and the text with the answer and with each of its alternatives.
create type private.written_answer as (
  job_id uuid, attempt integer, result text,
  -- Null if the result is the text as written.
  written text, withheld text, new_text text, judged_hash text, first_text text, partly_applied boolean,
  other_texts text[], script text, changes jsonb, model text, input_tokens integer, output_tokens integer,
  cached_input_tokens integer
);

-- Stores result, answer, working text and final state in one transaction, for the current attempt only. The
-- result may be a repaired version of the text as written; streaming clients get the written text to its end
-- and then the result. Returns completed; taken if the job has ended or belongs to another attempt;
-- text_changed, without changing anything, if the working text is not the one that was judged. An answer that
-- is compared changes no text.
create function private.complete_generation(answer private.written_answer) returns text
  language plpgsql set search_path = '' as $$
declare
  is_compared boolean := exists (
    select from public.generation_jobs as jobs
    where jobs.id = answer.job_id and jobs.compared is not null
  );
  changes_text boolean := not is_compared and (answer.new_text is not null or answer.first_text is not null);
  draft public.script_drafts := private.lock_around(answer.job_id, begins => changes_text);
  job public.generation_jobs;
  reason text := coalesce(
    answer.withheld, case when is_compared and answer.new_text is not null then 'compared' end
  );
  kept_lines boolean := coalesce(
    (select inputs.kept_lines from private.generation_inputs as inputs where inputs.job_id = answer.job_id),
    false
  );
begin
  if changes_text and (
    draft.id is null
    or answer.judged_hash is distinct from case when draft.revision > 0 then draft.text_hash end
  ) then
    return 'text_changed';
  end if;
  select * into job from public.generation_jobs as jobs
    where jobs.id = answer.job_id and jobs.attempt = answer.attempt
      and jobs.status = 'processing'
    for update;
  if not found then
    return 'taken';
  end if;
  if changes_text then
    begin
      if answer.first_text is not null then
        -- As it was asked about, or without the answers that are replaced; words keep their origin.
        perform private.replace_text(
          draft.id, answer.first_text, case when answer.judged_hash is null then 'import' else 'restore' end
        );
      end if;
      if answer.new_text is not null then
        perform private.apply_answer_text(
          draft.work_id, job.id, answer.new_text, coalesce(answer.other_texts, '{}')
        );
      end if;
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.generation_jobs as jobs set
      status = 'completed',
      result = answer.result,
      partial_text = coalesce(answer.written, answer.result),
      finished_at = clock_timestamp(),
      leased_until = null,
      withheld = reason,
      script = case when job.conversation_id is null then answer.script end,
      model = answer.model,
      input_tokens = private.add_tokens(jobs.input_tokens, answer.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, answer.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, answer.cached_input_tokens)
    where jobs.id = job.id;
  perform private.add_answer(
    job, 'text', answer.result, reason,
    (answer.partly_applied or kept_lines and answer.new_text is not null) and reason is null,
    case when is_compared
      then private.unapplied(answer.changes) else answer.changes end
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

-- Why a job ended without a result, and the text that it has after the first characters already stored.
create type private.failed_generation as (
  job_id uuid, attempt integer, code text, sentence text, already integer, more text,
  -- Null for the one that was recorded when the job was accepted.
  model text
);

-- Ends a job without a result: the month gets back what it does not cost. The text so far stays readable in
-- the job.
create function private.fail_generation(failure private.failed_generation) returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform private.lock_count_of(failure.job_id);
  update public.generation_jobs as jobs set
      status = 'failed',
      error_code = failure.code,
      error = failure.sentence,
      partial_text = case when failure.more = '' then jobs.partial_text
        else left(jobs.partial_text, failure.already) || failure.more end,
      finished_at = clock_timestamp(),
      leased_until = null,
      model = coalesce(failure.model, jobs.model)
    where jobs.id = failure.job_id
      and jobs.attempt = failure.attempt
      and jobs.status in ('pending', 'processing');
  if not found then
    return false;
  end if;
  perform private.refund_calls(failure.job_id);
  perform private.forget_input(failure.job_id);
  return true;
end
$$;

-- Stops a job of the caller's. The text written so far stays in the conversation, followed by the note; only
-- an empty working text is filled with it, and none by an answer that is compared. A job that has ended stays
-- as it is. Definer: nobody may write jobs or answers directly.
create function private.cancel_generation(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stopped public.generation_jobs;
  draft public.script_drafts;
  reason text;
  written text;
  -- Only a script that was being written from its beginning may fill the text.
  script text;
begin
  perform private.require_approved();
  if not exists (
    select from public.generation_jobs where id = cancel_generation.job_id and user_id = auth.uid()
  ) then
    perform private.not_found('job');
  end if;
  -- A text that never began is not filled if the request brought one along.
  draft := private.lock_around(cancel_generation.job_id, begins => exists (
    select from private.generation_inputs as inputs
    where inputs.job_id = cancel_generation.job_id and private.trimmed(inputs.current_script) = ''
  ));
  select * into stopped from public.generation_jobs where id = cancel_generation.job_id for update;
  if not found then
    perform private.not_found('job');
  end if;
  if stopped.status in ('completed', 'failed') then
    return stopped.status;
  end if;
  written := private.without_tags(stopped.partial_text);
  if private.trimmed(written) <> '' then
    script := private.without_tags(
      coalesce(substring(stopped.partial_text from '(?i)(?:^|\n)[ \t]*<script>(.*)'), stopped.partial_text)
    );
    script := regexp_replace(script, '^\s+', '');
    if script <> '' and stopped.compared is null and draft.id is not null
      and private.trimmed(private.text_of_pieces(
      (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id)
    )) = '' then
      perform private.apply_answer_text(draft.work_id, stopped.id, script);
    else
      reason := 'stopped';
    end if;
    perform private.add_answer(
      stopped, 'text', written,
      withheld => reason,
      changes => case
        when stopped.partial_text ~* '(^|\n)[ \t]*<(scene\s|text>)'
        then jsonb_build_object('prose', written, 'edits', '[]'::jsonb)
      end
    );
  end if;
  update public.generation_jobs set
      status = 'failed',
      error_code = 'stopped',
      error = cancel_generation.note,
      finished_at = clock_timestamp(),
      leased_until = null,
      withheld = reason
    where id = stopped.id;
  perform private.add_answer(stopped, 'stopped', cancel_generation.note);
  perform private.forget_input(stopped.id);
  return 'failed';
end
$$;
grant execute on function private.cancel_generation(uuid, text) to authenticated;

-- Stops an answer, and the other one that is written for the same prompt. Definer, as cancel_generation.
create function private.cancel_generations(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  other uuid;
begin
  select others.id into other
    from public.generation_jobs as jobs join public.generation_jobs as others
      on others.compared = jobs.compared
    where jobs.id = cancel_generations.job_id and jobs.user_id = auth.uid() and others.id <> jobs.id;
  if found then
    perform private.cancel_generation(other, cancel_generations.note);
  end if;
  return private.cancel_generation(cancel_generations.job_id, cancel_generations.note);
end
$$;
grant execute on function private.cancel_generations(uuid, text) to authenticated;

-- Fails jobs that no worker will finish: past their deadline, or out of attempts with the lease expired; some
-- at a time, and not those that somebody else is about to end. The server passes the sentences shown to the
-- user.
create function private.end_overdue_generations(
  timeout_error text, interrupted_error text, busy_error text
) returns integer
  language plpgsql set search_path = '' set lock_timeout = '200ms' as $$
declare
  overdue record;
  ended integer := 0;
begin
  for overdue in
    select id, attempt,
      case
        when deadline_at > clock_timestamp() then 'interrupted'
        when started_at is null then 'provider_busy'
        else 'timeout'
      end as code
    from public.generation_jobs
    where status in ('pending', 'processing')
      and (
        -- The worker that holds the job gets a moment to fail it itself.
        deadline_at + interval '5 seconds' <= clock_timestamp()
        or (tries >= 3 and leased_until is not null and not private.is_leased(leased_until))
      )
    order by random()
    limit 30
  loop
    begin
      if private.fail_generation(row(
        overdue.id, overdue.attempt, overdue.code,
        case overdue.code
          when 'interrupted' then interrupted_error
          when 'provider_busy' then busy_error
          else timeout_error
        end,
        0, '', null
      )) then
        ended := ended + 1;
      end if;
    exception when lock_not_available then
      -- The next round finds it.
    end;
  end loop;
  return ended;
end
$$;
