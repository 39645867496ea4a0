-- Why an answer did not become the script: it was cut off, leaves scenes out, is no screenplay. It stays in
-- the conversation, and the writer may use it anyway. Nothing is known about older answers, so they stay as
-- they are.
alter table public.chat_messages
  add column withheld text
    constraint withheld_is_a_known_reason check (withheld in (
      'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty'
    ))
    constraint only_answers_are_withheld check (withheld is null or (type = 'ai' and kind = 'text')),
  add column used_at timestamptz
    constraint a_used_answer_is_not_withheld check (used_at is null or withheld is null);

comment on column public.chat_messages.withheld is
  'Why the answer did not become the script; null if it did, or if that was not judged.';
comment on column public.chat_messages.used_at is
  'When the writer used an answer that had been withheld.';

drop function private.add_answer(public.generation_jobs, text, text, uuid[]);

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, and
-- moves the conversation to the top of the list.
create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  used_examples uuid[],
  withheld text
) returns uuid
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  added uuid;
begin
  -- Any update makes the trigger set the time.
  update public.chat_conversations set updated_at = now() where id = job.conversation_id;
  if found then
    insert into public.chat_messages (
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld
      )
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        add_answer.used_examples,
        add_answer.withheld
      )
      returning id into added;
  end if;
  return added;
end
$$;

-- Keeps the text written so far in the conversation, followed by the note; only an empty script is filled
-- with it. A job that has ended stays as it is. Definer: nobody may write jobs or answers directly.
create or replace function private.cancel_generation(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stopped public.generation_jobs;
  had_script boolean;
begin
  perform private.require_approved();
  if not exists (
    select from public.generation_jobs where id = cancel_generation.job_id and user_id = auth.uid()
  ) then
    perform private.not_found('job');
  end if;
  perform private.lock_around(cancel_generation.job_id);
  select * into stopped from public.generation_jobs where id = cancel_generation.job_id for update;
  if not found then
    perform private.not_found('job');
  end if;
  if stopped.status in ('completed', 'failed') then
    return stopped.status;
  end if;
  update public.generation_jobs set
      status = 'failed',
      error_code = 'stopped',
      error = cancel_generation.note,
      finished_at = clock_timestamp(),
      leased_until = null
    where id = stopped.id;
  if private.trimmed(stopped.partial_text) <> '' then
    select private.trimmed(current_script) <> '' into had_script
      from private.generation_inputs as inputs where inputs.job_id = stopped.id;
    perform private.add_answer(
      stopped, 'text', stopped.partial_text, '{}', case when had_script then 'stopped' end
    );
  end if;
  perform private.add_answer(stopped, 'stopped', cancel_generation.note, '{}', null);
  perform private.forget_input(stopped.id);
  return 'failed';
end
$$;

drop function private.complete_generation(uuid, integer, text, text, uuid[], text, integer, integer);

-- Stores result, answer and final state in one transaction, for the current attempt only. The result may
-- be a repaired version of the text as written; streaming clients get the written text to its end and
-- then the result.
create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  -- Null when the result is the written text itself.
  written text,
  -- Why the result must not become the script; null if it may.
  withheld text,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer
) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  completed public.generation_jobs;
begin
  perform private.lock_around(complete_generation.job_id);
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = coalesce(complete_generation.written, text_of_result),
      finished_at = clock_timestamp(),
      leased_until = null,
      model = complete_generation.model,
      input_tokens = complete_generation.input_tokens,
      output_tokens = complete_generation.output_tokens
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning * into completed;
  if not found then
    return false;
  end if;
  perform private.add_answer(
    completed, 'text', text_of_result, complete_generation.used_examples, complete_generation.withheld
  );
  perform private.forget_input(completed.id);
  return true;
end
$$;

-- The writer's decision to make a withheld answer the script; a second call changes nothing. Definer:
-- nobody may change messages directly.
create function public.use_answer(message_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_approved();
  if not exists (
    select from public.chat_messages as messages
    where messages.id = use_answer.message_id
      and messages.user_id = (select auth.uid())
      and messages.type = 'ai'
      and messages.kind = 'text'
  ) then
    perform private.not_found('message');
  end if;
  update public.chat_messages as messages set withheld = null, used_at = clock_timestamp()
    where messages.id = use_answer.message_id
      and messages.user_id = (select auth.uid())
      and messages.withheld is not null;
end
$$;

grant execute on function public.use_answer(uuid) to authenticated;
