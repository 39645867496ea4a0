-- A prompt names the last job that was to answer it, so that the conversation shows what failed and why, on every device
-- and after a reload. Asking again makes another job for the same message.

alter table public.generation_jobs
  add column mode text not null default 'change'
    constraint a_job_has_a_known_mode check (mode in ('change', 'ask'));
comment on column public.generation_jobs.mode is 'How it was asked, for asking again.';
comment on column public.chat_messages.job_id is
  'Of an answer: the job that made it. Of a prompt: the last job that was to answer it, if it was sent with one.';

-- As before, but the prompt has the same job.
drop index public.one_answer_to_a_job;
create unique index one_answer_to_a_job on public.chat_messages (job_id)
  where job_id is not null and kind = 'text' and type = 'ai';

-- As in 20261120007000, and the prompt of a message_id that is in the conversation already is not stored again.
create or replace function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  model_id uuid default null,
  script_id uuid default null,
  revision integer default null,
  message_id uuid default null,
  scope text default null,
  begins boolean default false
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  accepted uuid;
  -- The script, if it is saved, and the text: of the conversation, or else as the request names them.
  saved uuid;
  work uuid;
  locked uuid;
  version uuid;
  asked text := request_generation.current_script;
  beginning text;
  violated text;
  chosen uuid;
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
  chosen := private.model_for(asker, request_generation.model_id);
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = asker and month = private.this_month()
      and monthly_generations < private.monthly_limit_of(asker);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;

  if request_generation.conversation_id is not null and not request_generation.begins then
    select work_id into locked from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker;
  else
    -- A script from before may have another id than its text.
    select id, work_id into saved, work from public.scripts
      where user_id = asker and request_generation.script_id in (work_id, id)
      order by work_id = request_generation.script_id desc
      limit 1;
    work := coalesce(work, request_generation.script_id);
    locked := work;
  end if;
  -- The text before the conversation, as everywhere.
  perform private.cut_pending((private.lock_work(asker, locked)).id);
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.begins then
    insert into public.chat_conversations (id, user_id, title, script_id, work_id)
      values (
        request_generation.conversation_id, asker, private.title_of(request_generation.prompt), saved, work
      );
  elsif request_generation.conversation_id is not null then
    if request_generation.message_id is null then
      select script_id, work_id into saved, work from public.chat_conversations
        where id = request_generation.conversation_id and user_id = asker for share;
    else
      -- Any change lets the database set the time.
      update public.chat_conversations set updated_at = now()
        where id = request_generation.conversation_id and user_id = asker
        returning script_id, work_id into saved, work;
    end if;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  if request_generation.revision is not null then
    -- The conversation may be about another text, since a moment ago when its script was deleted.
    if work <> locked or request_generation.script_id not in (work, coalesce(saved, work)) then
      perform private.not_found('draft');
    elsif request_generation.revision = 0
      and not exists (select from public.script_drafts where user_id = asker and work_id = work) then
      asked := '';
    else
      asked := private.text_at(work, request_generation.revision);
    end if;
    select versions.id into version from public.script_drafts as drafts
      join public.script_versions as versions
        on versions.id = drafts.version_id and versions.text_hash = drafts.text_hash
      where drafts.user_id = asker and drafts.work_id = work;
    if request_generation.target_start is not null then
      perform private.check_target(asked, request_generation.target_start, request_generation.target_end);
    end if;
  end if;
  if request_generation.continues is not null then
    select content into beginning from public.chat_messages
      where id = request_generation.continues and user_id = asker
        and conversation_id = request_generation.conversation_id and type = 'ai' and withheld = 'cut_off';
    if not found then
      perform private.not_found('message');
    elsif octet_length(beginning) > 819200 then
      -- The whole answer may have 1 MB, and a continuation 200 KB.
      raise sqlstate 'PT413' using message = 'answer_is_too_long';
    end if;
  end if;
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key, mode)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key,
      request_generation.mode
    )
    returning id into accepted;
  if request_generation.message_id is not null then
    -- A prompt that is asked again is in the conversation already.
    update public.chat_messages set job_id = accepted
      where id = request_generation.message_id and user_id = asker and type = 'user'
        and conversation_id = request_generation.conversation_id and content = request_generation.prompt;
    if not found then
      insert into public.chat_messages (id, conversation_id, user_id, type, content, scope, job_id)
        values (
          request_generation.message_id,
          request_generation.conversation_id,
          asker,
          'user',
          request_generation.prompt,
          request_generation.scope,
          accepted
        );
    end if;
  end if;
  insert into private.generation_inputs (
      job_id, current_script, version_id, work_id, continued, target_start, target_end, mode, alternatives
    )
    values (
      accepted,
      case when version is null then asked end,
      version,
      -- Without a conversation the answer changes no text.
      case when request_generation.conversation_id is not null then work end,
      beginning,
      request_generation.target_start,
      request_generation.target_end,
      request_generation.mode,
      request_generation.alternatives
    );
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    -- At the turn of a month two may ask at once with the same key.
    select id into accepted from public.generation_jobs
      where user_id = asker and idempotency_key = request_generation.idempotency_key;
    if found then
      return accepted;
    elsif violated in ('chat_conversations_pkey', 'chat_messages_pkey') then
      raise sqlstate 'PT409' using message = 'id_taken';
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;
