-- What a message is: text, or the note that a generation was stopped. The note's wording comes from the
-- server, so nothing has to recognise it by its text any more. Not granted for insert: through the API
-- only text is added.
alter table public.chat_messages
  add column kind text not null default 'text'
    constraint kind_is_text_or_stopped check (kind in ('text', 'stopped'));

comment on column public.chat_messages.kind is
  'text, or stopped: the note that the user stopped the generation.';

update public.chat_messages set kind = 'stopped'
  where type = 'ai' and job_id is not null and content = 'Generation stopped by user.';

-- A job has at most one answer; a stopped job may also have the note.
drop index public.one_answer_to_a_job;
create unique index one_answer_to_a_job on public.chat_messages (job_id)
  where job_id is not null and kind = 'text';

drop function private.add_answer(public.generation_jobs, text, uuid[]);

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, and
-- moves the conversation to the top of the list.
create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  used_examples uuid[]
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
    insert into public.chat_messages (conversation_id, user_id, type, kind, content, job_id, used_examples)
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        add_answer.used_examples
      )
      returning id into added;
  end if;
  return added;
end
$$;

drop function private.cancel_generation(uuid);

-- Keeps the text written so far in the conversation, followed by the note. A job that has ended stays as
-- it is. Definer: nobody may write jobs or answers directly.
create function private.cancel_generation(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stopped public.generation_jobs;
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
    perform private.add_answer(stopped, 'text', stopped.partial_text, '{}');
  end if;
  perform private.add_answer(stopped, 'stopped', cancel_generation.note, '{}');
  perform private.forget_input(stopped.id);
  return 'failed';
end
$$;

grant execute on function private.cancel_generation(uuid, text) to authenticated;

-- Stores result, answer and final state in one transaction, for the current attempt only. The result may
-- be a repaired version of the text as written; streaming clients get the written text to its end and
-- then the result.
create or replace function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  -- Null when the result is the written text itself.
  written text,
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
  perform private.add_answer(completed, 'text', text_of_result, complete_generation.used_examples);
  perform private.forget_input(completed.id);
  return true;
end
$$;

drop function private.end_overdue_generations();

-- Fails jobs that no worker will finish: past their deadline, or out of attempts with the lease expired.
-- The server passes the sentences shown to the user.
create function private.end_overdue_generations(timeout_error text, interrupted_error text) returns integer
  language plpgsql set search_path = ''
as $$
declare
  overdue record;
  ended integer := 0;
begin
  for overdue in
    select id, attempt, deadline_at <= clock_timestamp() as late from public.generation_jobs
    where status in ('pending', 'processing')
      and (
        -- The worker that holds the job gets a moment to fail it itself.
        deadline_at + interval '5 seconds' <= clock_timestamp()
        or (tries >= 3 and leased_until < clock_timestamp())
      )
    order by id
  loop
    if private.fail_generation(
      overdue.id,
      overdue.attempt,
      case when overdue.late then 'timeout' else 'interrupted' end,
      case when overdue.late then timeout_error else interrupted_error end,
      0, '', null
    ) then
      ended := ended + 1;
    end if;
  end loop;
  return ended;
end
$$;

-- What a prompt is built from: the latest messages without stop notes, and the user's examples if they
-- have access to the Learning Loop.
create or replace function private.generation_context(job_id uuid)
  returns table (conversation json, examples json)
  language sql stable set search_path = ''
as $$
  select
    (
      select coalesce(json_agg(json_build_object('type', said.type, 'content', said.content) order by said.created_at, said.id), '[]')
      from (
        select messages.id, messages.type, messages.content, messages.created_at
        from public.chat_messages as messages
        where messages.conversation_id = jobs.conversation_id and messages.user_id = jobs.user_id
          and messages.kind = 'text'
        order by messages.created_at desc, messages.id desc
        limit 60
      ) as said
    ),
    (
      select coalesce(json_agg(json_build_object('id', kept.id, 'content', kept.content) order by kept.created_at desc, kept.id desc), '[]')
      from (
        select examples.id, examples.content, examples.created_at
        from public.golden_examples as examples
        join public.profiles on profiles.id = examples.user_id and profiles.learning_loop_access
        where examples.user_id = jobs.user_id
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs where jobs.id = generation_context.job_id
$$;
