-- A prompt is one request: it names the text that the server has already by its revision, or sends one along, and its
-- message is stored with the job, all or nothing.

-- A text that the server has is a version when it is asked about (see 20261120003000), so the job only names it.
alter table private.generation_inputs
  alter column current_script drop not null,
  -- No foreign key: versions go with their script, and then the answer changes nothing.
  add column version_id uuid,
  add constraint an_input_has_one_text check ((current_script is null) <> (version_id is null));

create or replace function private.claim_work(lease interval) returns table (
  id uuid,
  user_id uuid,
  conversation_id uuid,
  prompt text,
  current_script text,
  continued text,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  attempt integer,
  milliseconds_left integer
)
  language sql set search_path = ''
as $$
  with claimed as (
    update public.generation_jobs set
      status = 'processing',
      attempt = attempt + 1,
      tries = tries + 1,
      partial_text = '',
      started_at = coalesce(started_at, clock_timestamp()),
      deadline_at = least(
        deadline_at,
        case when started_at is null then clock_timestamp() + interval '7 minutes' end
      ),
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
      order by (
          select count(*) from public.generation_jobs as running
          where running.user_id = waiting.user_id
            and running.status = 'processing'
            and private.is_leased(running.leased_until)
        ), waiting.created_at
      limit 1
      for update skip locked
    )
    returning *
  ), announced as (
    -- Streaming clients hear that the text begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt,
    coalesce(inputs.current_script, private.text_of_pieces(texts.pieces)),
    inputs.continued, inputs.target_start, inputs.target_end, inputs.mode, inputs.alternatives,
    claimed.attempt,
    least(
      (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer,
      -- The clock may have been set back.
      7 * 60 * 1000
    )
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join private.version_texts as texts on texts.version_id = inputs.version_id
  left join announced on true
$$;

create function private.check_target(written text, target_start integer, target_end integer) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if target_start > target_end or target_end > private.utf16_length(written) then
    raise sqlstate 'PT400';
  end if;
  perform private.utf16_left(written, target_start), private.utf16_left(written, target_end);
exception
  when sqlstate 'PT400' then
    raise sqlstate 'PT400' using
      message = 'bad_target', hint = 'It is a range of the text in UTF-16 units, which splits no surrogate pair.';
end
$$;

-- As before, and with a message_id the prompt becomes that message of the conversation; one that begins makes the
-- conversation too. Ids that anybody has already get one answer, whoever that is.
drop function private.request_generation(
  text, text, uuid, text, uuid, integer, integer, text, integer, uuid
);
create function private.request_generation(
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
  if request_generation.message_id is not null then
    insert into public.chat_messages (id, conversation_id, user_id, type, content, scope)
      values (
        request_generation.message_id,
        request_generation.conversation_id,
        asker,
        'user',
        request_generation.prompt,
        request_generation.scope
      );
  end if;
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key
    )
    returning id into accepted;
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
grant execute on function private.request_generation(
  text, text, uuid, text, uuid, integer, integer, text, integer, uuid, uuid, integer, uuid, text, boolean
) to authenticated;
