-- Answers change the working text in the transaction that ends their job
-- (docs/decisions/021-applying-answers.md).
alter table public.chat_messages
  drop constraint withheld_is_a_known_reason,
  add constraint withheld_is_a_known_reason check (withheld in (
    'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
    'overlap', 'too_large', 'script_deleted'
  )),
  add column partly_applied boolean not null default false
    constraint only_applied_answers_are_partly_applied check (not partly_applied or (type = 'ai' and withheld is null));

comment on column public.chat_messages.used_at is
  'When the writer last made the answer the script.';
comment on column public.chat_messages.partly_applied is
  'The writer had changed some of the same lines in the meantime, and those were kept.';

-- Also for jobs without a conversation, which leave no message.
alter table public.generation_jobs
  add column withheld text
    constraint only_ended_jobs_are_withheld check (withheld is null or finished_at is not null);

comment on column public.generation_jobs.withheld is
  'Why the answer did not become the script when the job ended.';

-- The text that the request was about. The conversation gets another one when its script is deleted.
alter table private.generation_inputs add column work_id uuid;

create index script_versions_of_a_job on public.script_versions (job_id) where job_id is not null;

create or replace function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  most integer := (select value::integer from private.settings where name = 'monthly_generation_limit');
  accepted uuid;
  work uuid;
  violated text;
begin
  perform private.require_approved();
  perform private.lock_person(asker);
  -- One after the other for each person: the same key twice waits here and then finds the first.
  insert into public.api_usage (user_id) values (asker) on conflict do nothing;
  perform from public.api_usage
    where user_id = asker and month = private.this_month() for update;
  select id into accepted from public.generation_jobs
    where user_id = asker and idempotency_key = request_generation.idempotency_key;
  if found then
    return accepted;
  end if;
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = asker and month = private.this_month()
      and monthly_generations < coalesce(most, 100);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.conversation_id is not null then
    select work_id into work from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker for share;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key
    )
    returning id into accepted;
  insert into private.generation_inputs (job_id, current_script, work_id)
    values (accepted, request_generation.current_script, work);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'a_request_is_accepted_once' then
      -- At the turn of a month two may ask at once with the same key.
      return (
        select id from public.generation_jobs
        where user_id = asker and idempotency_key = request_generation.idempotency_key
      );
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;

-- The working text that a job's answer would change; no row without a conversation. The hash is null if the
-- text never began: opening one creates its row at revision 0.
create function private.text_for_answer(job_id uuid)
  returns table (text text, text_hash text, is_another boolean)
  language sql stable set search_path = ''
as $$
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

-- Makes an answer's text the working text: what was written before becomes a version, the answer another, and
-- a review of the difference begins unless one is open. The draft is locked by the caller.
create function private.put_answer(draft_id uuid, job_id uuid, new_text text) returns public.script_versions
  language plpgsql set search_path = ''
as $$
begin
  perform private.cut_pending(put_answer.draft_id);
  update private.draft_texts as texts set review_pieces = texts.pieces
    where texts.draft_id = put_answer.draft_id and texts.review_pieces is null and texts.pieces <> '{}';
  return private.replace_text(put_answer.draft_id, new_text, 'answer', put_answer.job_id);
end
$$;

-- In the transaction that ends the job, once per job. Null if that has happened before or the text is the same
-- already. For the server's own role.
create or replace function private.apply_answer_text(work_id uuid, job_id uuid, new_text text)
  returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  person uuid := (select jobs.user_id from public.generation_jobs as jobs where jobs.id = apply_answer_text.job_id);
  draft public.script_drafts := private.open_work(person, apply_answer_text.work_id);
begin
  if draft.text_hash = private.text_hash(new_text) or exists (
    select from public.script_versions as versions
    where versions.user_id = person and versions.work_id = draft.work_id and versions.job_id = apply_answer_text.job_id
  ) then
    return null;
  end if;
  return private.put_answer(draft.id, apply_answer_text.job_id, new_text);
end
$$;

drop function private.lock_around(uuid);

-- Locks what the end of a job touches besides the job, in the order of lock_work: the text before the chat.
-- Returns the draft, which is begun if it is to be written. Null if the conversation is gone, or is about
-- another text by now.
create function private.lock_around(job_id uuid, begins boolean) returns public.script_drafts
  language plpgsql set search_path = ''
as $$
declare
  job public.generation_jobs;
  work uuid;
  draft public.script_drafts;
begin
  select * into job from public.generation_jobs where id = lock_around.job_id;
  select chats.work_id into work from public.chat_conversations as chats where chats.id = job.conversation_id;
  if lock_around.begins and work is not null then
    draft := private.open_work(job.user_id, work);
  else
    draft := private.lock_work(job.user_id, work);
  end if;
  perform from public.chat_conversations as chats where chats.id = job.conversation_id and chats.work_id = work
    for no key update;
  if not found then
    return null;
  end if;
  return draft;
end
$$;

drop function private.add_answer(public.generation_jobs, text, text, uuid[], text);

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, and
-- moves the conversation to the top of the list.
create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  used_examples uuid[] default '{}',
  withheld text default null,
  partly_applied boolean default false
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
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied
      )
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        add_answer.used_examples,
        add_answer.withheld,
        add_answer.partly_applied
      )
      returning id into added;
  end if;
  return added;
end
$$;

-- Keeps the text written so far in the conversation, followed by the note; only an empty working text is
-- filled with it. A job that has ended stays as it is. Definer: nobody may write jobs or answers directly.
create or replace function private.cancel_generation(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stopped public.generation_jobs;
  draft public.script_drafts;
  reason text;
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
  if private.trimmed(stopped.partial_text) <> '' then
    if draft.id is not null and private.trimmed(private.text_of_pieces(
      (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id)
    )) = '' then
      perform private.apply_answer_text(draft.work_id, stopped.id, stopped.partial_text);
    else
      reason := 'stopped';
    end if;
    perform private.add_answer(stopped, 'text', stopped.partial_text, withheld => reason);
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

drop function private.complete_generation(uuid, integer, text, text, text, uuid[], text, integer, integer);

-- Stores result, answer, working text and final state in one transaction, for the current attempt only. The
-- result may be a repaired version of the text as written; streaming clients get the written text to its
-- end and then the result.
-- Returns completed; taken if the job has ended or belongs to another attempt; text_changed, without changing
-- anything, if the working text is not the one that was judged.
create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  -- Null when the result is the written text itself.
  written text,
  -- Why the result must not become the script; null if it may.
  withheld text,
  -- The working text with the answer; null to leave it as it is.
  new_text text,
  -- Of the working text that was judged; null if it had not begun.
  judged_hash text,
  -- The text that the request was about, if the working text had not begun: kept as a version.
  first_text text,
  partly_applied boolean,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer
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
      perform private.apply_answer_text(draft.work_id, job.id, new_text);
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
      model = complete_generation.model,
      input_tokens = complete_generation.input_tokens,
      output_tokens = complete_generation.output_tokens
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    complete_generation.used_examples,
    reason,
    complete_generation.partly_applied and reason is null
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

drop function public.use_answer(uuid);

-- Makes an answer the working text, as a version that names its job; the text before it is a version too.
-- Returns the draft. If it has this text already, it stays as it is. Definer: texts and answers are written
-- by functions only.
create function public.use_answer(message_id uuid) returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  answer public.chat_messages;
  work uuid;
  draft public.script_drafts;
begin
  perform private.require_approved();
  select * into answer from public.chat_messages
    where id = use_answer.message_id and user_id = auth.uid() and type = 'ai' and kind = 'text';
  if not found then
    perform private.not_found('message');
  elsif private.trimmed(answer.content) = '' then
    raise sqlstate 'PT400' using message = 'answer_is_empty';
  end if;
  select work_id into work from public.chat_conversations where id = answer.conversation_id;
  draft := private.open_work(auth.uid(), work);
  perform from public.chat_conversations where id = answer.conversation_id and work_id = work for no key update;
  if not found then
    raise sqlstate 'PT409' using
      message = 'draft_changed', hint = 'The conversation is about another text by now: read it again.';
  end if;
  select * into answer from public.chat_messages where id = answer.id for no key update;
  if not found then
    perform private.not_found('message');
  end if;
  if draft.text_hash <> private.text_hash(answer.content) then
    perform private.put_answer(draft.id, answer.job_id, answer.content);
  elsif answer.withheld is null and not answer.partly_applied then
    return draft;
  end if;
  update public.chat_messages set withheld = null, partly_applied = false, used_at = clock_timestamp()
    where id = answer.id;
  select * into draft from public.script_drafts where id = draft.id;
  return draft;
end
$$;

grant execute on function public.use_answer(uuid) to authenticated;
