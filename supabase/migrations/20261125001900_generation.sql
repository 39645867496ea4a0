-- A generation, from acceptance to its one end. A job is its own place in the queue: whoever holds its lease
-- works on it, and the number of the attempt is the token without which nothing of it can be written. What it
-- costs is counted when it is accepted. Only functions write here.

create table public.generation_jobs (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  conversation_id uuid,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  prompt text not null
    constraint prompt_is_not_blank check (private.trimmed(prompt) <> '')
    constraint prompt_is_at_most_20000_characters check (char_length(prompt) <= 20000),
  partial_text text not null default ''
    constraint partial_text_is_at_most_1_mb check (octet_length(partial_text) <= 1048576),
  result text
    constraint result_is_at_most_1_mb check (octet_length(result) <= 1048576),
  error text,
  error_code text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  idempotency_key text
    constraint idempotency_key_is_1_to_200_characters check (char_length(idempotency_key) between 1 and 200),
  -- The month whose count it was taken from, to be given back to the same.
  month date not null default private.this_month(),
  -- The 7 minutes of a job begin when a worker first takes it. Until then it may wait for an hour.
  deadline_at timestamptz not null default clock_timestamp() + interval '1 hour',
  attempt integer not null default 0,
  -- Attempts that ended without an end: those handed back in order do not count.
  tries integer not null default 0,
  leased_until timestamptz,
  model text,
  input_tokens integer,
  output_tokens integer,
  withheld text
    constraint only_ended_jobs_are_withheld check (withheld is null or finished_at is not null),
  cached_input_tokens integer,
  script text
    constraint script_is_at_most_1_mb check (octet_length(script) <= 1048576)
    constraint only_ended_jobs_have_a_script check (script is null or finished_at is not null),
  -- No foreign key: a job keeps the number of its examples when one of them is deleted.
  used_examples uuid[] not null default '{}',
  model_label text,
  mode text not null default 'change'
    constraint a_job_has_a_known_mode check (mode in ('change', 'ask')),
  parent_id uuid,
  branches boolean not null default false,
  -- No foreign key: versions go with their script.
  version_id uuid,
  target_start integer,
  target_end integer,
  alternatives integer,
  context jsonb,
  compared uuid,
  calls integer not null default 1
    constraint a_job_has_1_to_500_calls check (calls between 1 and 500),
  calls_used integer not null default 0
    constraint no_more_calls_are_used_than_counted check (calls_used between 0 and calls),
  answer_as text
  constraint answer_as_is_a_name check (private.is_name(answer_as, 100)),
  calls_sent integer
    constraint no_more_calls_are_sent_than_counted check (calls_sent between 0 and calls),
  constraint a_completed_job_has_a_result check (status <> 'completed' or result is not null),
  constraint a_failed_job_says_why
    check ((status = 'failed') = (error is not null) and (status = 'failed') = (error_code is not null)),
  constraint an_ended_job_has_its_time check ((status in ('completed', 'failed')) = (finished_at
    is not null)),
  constraint jobs_have_one_owner unique (id, user_id),
  constraint a_request_is_accepted_once unique (user_id, idempotency_key),
  constraint generation_jobs_conversation_id_fkey
    foreign key (conversation_id, user_id) references public.chat_conversations (id, user_id)
    on delete set null (conversation_id)
);
comment on column public.generation_jobs.model is 'The kind of provider and the model, from the beginning.';
comment on column public.generation_jobs.withheld is
  'Why the answer did not become the script when the job ended.';
comment on column public.generation_jobs.script is
  'The script with the answer, for a job without a conversation: others change the working text.';
comment on column public.generation_jobs.used_examples is
  'The examples in the last prompt of the job; some may have been deleted since.';
comment on column public.generation_jobs.model_label is 'What writers read as the name of the model.';
comment on column public.generation_jobs.mode is 'How it was asked, for asking again.';
comment on column public.generation_jobs.parent_id is
  'The message that the answer follows; null: the last one that is shown when it arrives.';
comment on column public.generation_jobs.branches is
  'Its prompt is asked again for another answer. Two devices may do that at once.';
comment on column public.generation_jobs.version_id is
  'The text that the request was about, with the target in it, for asking again.';
comment on column public.generation_jobs.context is
  'What the last prompt of the job consisted of, as PromptContext in contract/generation.ts.';
comment on column public.generation_jobs.compared is
  'Asked together with another model: the id of the first job of the two. The answer changes nothing '
  'until the writer uses it.';
comment on column public.generation_jobs.calls is
  'How many generations it was counted as when it was accepted.';
comment on column public.generation_jobs.answer_as is
  'A reader''s id, or the name of a character, whom the answer speaks for; null for the writer''s co-author.';
comment on column public.generation_jobs.calls_sent is
  'Of a reading: how many of its calls were sent to the model, each once, however often a worker had to '
  'repeat it. Null for a prompt.';
comment on column public.generation_jobs.calls_used is
  'Of a reading: how many of its calls yielded something.';

create index generation_jobs_latest_first on public.generation_jobs (user_id, created_at desc);
create index generation_jobs_of_a_conversation on public.generation_jobs (conversation_id, user_id);
create index generation_jobs_open on public.generation_jobs (created_at)
  where status in ('pending', 'processing');
create index generation_jobs_open_of_a_user on public.generation_jobs (user_id)
  where status in ('pending', 'processing');
-- With the owner in it, the count is read from the index alone and never from the jobs' texts.
create index generation_jobs_by_time on public.generation_jobs (created_at) include (user_id);
create unique index one_generation_at_a_time_in_a_conversation
  on public.generation_jobs (conversation_id) where status in ('pending', 'processing') and not branches;
create index generation_jobs_compared on public.generation_jobs (compared) where compared is not null;

create trigger keep_times before insert or update on public.generation_jobs
  for each row execute function private.keep_times();

-- The answer of a job; jobs refer to their conversation.
alter table public.chat_messages add constraint chat_messages_job_id_fkey
  foreign key (job_id, user_id) references public.generation_jobs (id, user_id)
  on delete set null (job_id);

alter table public.generation_jobs enable row level security;
grant select on public.generation_jobs to authenticated;
create policy "writers read their own generations" on public.generation_jobs
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- What only the work needs, gone with its end.
create table private.generation_inputs (
  job_id uuid primary key references public.generation_jobs (id) on delete cascade,
  current_script text
    constraint current_script_is_at_most_1_mb check (octet_length(current_script) <= 1048576),
  -- The text that the request was about. The conversation gets another one when its script is deleted.
  work_id uuid,
  -- The answer that was cut off and is to be continued: the result is the whole of it. A copy, because the
  -- message
  -- may be deleted before the worker begins.
  continued text,
  -- In UTF-16 units of current_script; null for the whole script.
  target_start integer,
  target_end integer,
  mode text not null default 'change'
    constraint mode_is_change_or_ask check (mode in ('change', 'ask')),
  alternatives integer
    constraint alternatives_are_2_to_5 check (alternatives between 2 and 5),
  -- A job keeps everything it needs of its connection: switching or deleting it does not affect the job.
  connection_id uuid,
  provider text,
  base_url text,
  sealed_key bytea,
  provider_model text,
  -- No foreign key: versions go with their script, and then the answer changes nothing.
  version_id uuid,
  kept_lines boolean not null default false,
  parts jsonb,
  constraint a_target_is_a_range check (
    (target_start is null) = (target_end is null) and target_start >= 0 and target_start <= target_end
  ),
  constraint an_input_has_one_text check ((current_script is null) <> (version_id is null))
);
comment on column private.generation_inputs.provider is 'Null for the model of the environment.';
comment on column private.generation_inputs.kept_lines is
  'Some of what a former answer had changed could not be taken back, because the writer had changed the '
  'same lines.';
-- A job's script is deleted when the job ends: compressing 100 KB costs more than it saves in these seconds.
alter table private.generation_inputs alter column current_script set storage external;

-- How many generations a person began in a month, by the database's clock in UTC.
create table public.api_usage (
  user_id uuid not null references public.profiles (id) on delete cascade,
  month date not null default private.this_month()
    constraint month_is_a_first_day check (extract(day from month) = 1),
  monthly_generations integer not null default 0 check (monthly_generations >= 0),
  primary key (user_id, month)
);

alter table public.api_usage enable row level security;
grant select on public.api_usage to authenticated;
-- This month only, so that asking for a person's number always has one answer.
create policy "writers read their own use, admins every scriptwriter's" on public.api_usage
  for select to authenticated
  using (
    month = (select private.this_month())
    and (
      (user_id = (select auth.uid()) and (select private.is_approved()))
      or (
        (select private.is_admin())
        and exists (
          select from public.profiles
          where profiles.id = api_usage.user_id and profiles.role = 'scriptwriter'
        )
      )
    )
  );

-- An end is an end: whoever comes late cannot write it a second time.
create function private.keep_job_ended() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'generation_has_ended';
end
$$;

create trigger keep_ended before update of status, result, partial_text, error, error_code, finished_at
  on public.generation_jobs
  for each row when (old.status in ('completed', 'failed'))
  execute function private.keep_job_ended();

-- What only the work needed goes with its end.
create function private.forget_input(job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.generation_inputs as inputs where inputs.job_id = forget_input.job_id;
  perform private.announce_generation(forget_input.job_id);
  perform pg_notify('script_writer_generation_ended', forget_input.job_id::text);
end
$$;

-- Records with a new job what will answer it.
create function private.keep_model(job_id uuid, model_id uuid) returns void
  language sql set search_path = '' as $$
  with chosen as (
    select connections.id, connections.kind, connections.base_url, connections.sealed_key, models.model,
      models.label
    from private.ai_models as models
    join private.ai_connections as connections on connections.id = models.connection_id
    where models.id = keep_model.model_id
  ), kept as (
    update private.generation_inputs as inputs set
        connection_id = chosen.id,
        provider = chosen.kind,
        base_url = chosen.base_url,
        sealed_key = chosen.sealed_key,
        provider_model = chosen.model
      from chosen where inputs.job_id = keep_model.job_id
  )
  update public.generation_jobs as jobs set
      model = coalesce(
        (select kind || ' ' || model from chosen),
        (select value from private.settings where name = 'environment_model')
      ),
      model_label = coalesce(
        (select label from chosen),
        (select value from private.settings where name = 'environment_model_label')
      )
    where jobs.id = keep_model.job_id
$$;

-- For the worker.
create function private.generation_model(job_id uuid) returns table (
  connection_id uuid, provider text, base_url text, sealed_key bytea, model text
)
  language sql stable set search_path = '' as $$
  select inputs.connection_id, inputs.provider, inputs.base_url, inputs.sealed_key, inputs.provider_model
  from private.generation_inputs as inputs where inputs.job_id = generation_model.job_id
$$;

-- For the server, which reads it from its environment. Null if the environment of the server that started
-- last sets none.
create function private.set_monthly_limit(most integer) returns void
  language plpgsql set search_path = '' as $$
begin
  if most is null then
    delete from private.settings where name = 'monthly_generation_limit';
  else
    insert into private.settings (name, value) values ('monthly_generation_limit', most::text)
      on conflict (name) do update set value = excluded.value;
  end if;
end
$$;

-- What the environment sets counts, then what an admin set.
create function private.default_monthly_limit() returns integer language sql stable set search_path = '' as $$
  select coalesce(
    (select value::integer from private.settings where name = 'monthly_generation_limit'),
    (select value::integer from private.settings where name = 'default_monthly_limit'),
    100
  )
$$;

-- How many generations a person may begin in a month.
create function private.monthly_limit_of(person uuid) returns integer
  language sql stable set search_path = '' as $$
  select coalesce(
    (select monthly_limit from public.profiles where id = person),
    private.default_monthly_limit()
  )
$$;

-- How many generations a person has begun this month, and how many the server allows.
-- Definer: the settings are nobody's to read.
create function public.generation_allowance() returns table (used integer, most integer)
  language sql stable security definer set search_path = '' as $$
  select
    coalesce(
      (
        select monthly_generations from public.api_usage
        where user_id = (select auth.uid()) and month = private.this_month()
      ),
      0
    ),
    private.monthly_limit_of((select auth.uid()))
  where (select private.is_approved())
$$;
grant execute on function public.generation_allowance() to authenticated;

-- Refuses a target that is no part of the text.
create function private.check_target(written text, target_start integer, target_end integer) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if target_start > target_end or target_end > private.utf16_length(written) then
    raise sqlstate 'PT400';
  end if;
  perform private.utf16_left(written, target_start), private.utf16_left(written, target_end);
exception
  when sqlstate 'PT400' then
    raise sqlstate 'PT400' using
      message = 'bad_target',
      hint = 'It is a range of the text in UTF-16 units, which splits no surrogate pair.';
end
$$;

-- A prompt, and what it is about.
create type private.generation_request as (
  prompt text, current_script text, conversation_id uuid, idempotency_key text, continues uuid,
  target_start integer, target_end integer, mode text, alternatives integer, model_id uuid, script_id uuid,
  -- Of the working text, which is then used instead of current_script.
  revision integer, message_id uuid, scope text, begins boolean, branch jsonb
);

-- Takes generations from the month's count, or refuses, and chooses the model. Of a request with a key that
-- was accepted before: its job, and nothing is taken.
create function private.take_generations(
  asker uuid, wanted integer, key text, model_id uuid, out accepted uuid, out chosen uuid
)
  language plpgsql set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.lock_person(asker);
  -- One after the other for each person: the same key twice waits here and then finds the first.
  insert into public.api_usage (user_id) values (asker) on conflict do nothing;
  perform from public.api_usage as usage
    where usage.user_id = asker and usage.month = private.this_month() for update;
  select jobs.id into accepted from public.generation_jobs as jobs
    where jobs.user_id = asker and jobs.idempotency_key = key;
  if found then
    return;
  end if;
  chosen := private.model_for(asker, take_generations.model_id);
  update public.api_usage as usage set monthly_generations = usage.monthly_generations + wanted
    where usage.user_id = asker and usage.month = private.this_month()
      and usage.monthly_generations + wanted <= private.monthly_limit_of(asker);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;
end
$$;

-- Accepts a prompt of the caller's: counts it, makes the conversation and the message if need be, keeps the
-- text that it is about as a version, and queues the job. The same key again is the same job. Definer: nobody
-- may write the count or jobs directly.
create function private.request_generation(request private.generation_request) returns uuid
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  accepted uuid;
  -- The script, if it is saved, and the text: of the conversation, or else as the request names them.
  saved uuid;
  work uuid;
  locked uuid;
  version uuid;
  asked text := request.current_script;
  beginning text;
  violated text;
  chosen uuid;
  -- The prompt is in the conversation already.
  is_stored boolean;
  -- What the message follows, or the answer if the message is stored.
  parent uuid := (request.branch ->> 'parent')::uuid;
begin
  select * into accepted, chosen
    from private.take_generations(asker, 1, request.idempotency_key, request.model_id);
  if accepted is not null then
    return accepted;
  end if;

  if request.conversation_id is not null and not request.begins then
    select work_id into locked from public.chat_conversations
      where id = request.conversation_id and user_id = asker;
  else
    -- A script from before may have another id than its text.
    select id, work_id into saved, work from public.scripts
      where user_id = asker and request.script_id in (work_id, id)
      order by work_id = request.script_id desc
      limit 1;
    work := coalesce(work, request.script_id);
    locked := work;
  end if;
  -- The text before the conversation, as everywhere.
  perform private.cut_pending((private.lock_work(asker, locked)).id);
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request.begins then
    insert into public.chat_conversations (id, user_id, title, script_id, work_id)
      values (request.conversation_id, asker, private.title_of(request.prompt), saved, work);
  elsif request.conversation_id is not null then
    if request.message_id is null then
      select script_id, work_id into saved, work from public.chat_conversations
        where id = request.conversation_id and user_id = asker for share;
    else
      -- Any change lets the database set the time.
      update public.chat_conversations set updated_at = now()
        where id = request.conversation_id and user_id = asker
        returning script_id, work_id into saved, work;
    end if;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  if request.revision is not null then
    -- The conversation may be about another text, since a moment ago when its script was deleted.
    if work <> locked or request.script_id not in (work, coalesce(saved, work)) then
      perform private.not_found('draft');
    elsif request.revision = 0
      and not exists (select from public.script_drafts where user_id = asker and work_id = work) then
      asked := '';
    else
      asked := private.text_at(work, request.revision);
    end if;
    if request.branch is not null then
      perform private.follow_branch(request.conversation_id, request.branch);
      asked := coalesce(request.branch ->> 'left_text', asked);
    end if;
    select versions.id into version from public.script_drafts as drafts
      join public.script_versions as versions
        on versions.id = drafts.version_id and versions.text_hash = drafts.text_hash
      where drafts.user_id = asker and drafts.work_id = work;
    if request.target_start is not null then
      perform private.check_target(asked, request.target_start, request.target_end);
    end if;
  end if;
  if request.continues is not null then
    select content into beginning from public.chat_messages
      where id = request.continues and user_id = asker
        and conversation_id = request.conversation_id and type = 'ai' and withheld = 'cut_off';
    if not found then
      perform private.not_found('message');
    elsif octet_length(beginning) > 819200 then
      -- The whole answer may have 1 MB, and a continuation 200 KB.
      raise sqlstate 'PT413' using message = 'answer_is_too_long';
    end if;
  end if;
  is_stored := exists (
    select from public.chat_messages
    where id = request.message_id and user_id = asker and type = 'user'
      and conversation_id = request.conversation_id and content = request.prompt
  );
  -- Only another answer to the same prompt does not have to wait for the one that is being written.
  if not (is_stored and parent is not null) and exists (
    select from public.generation_jobs
    where conversation_id = request.conversation_id and status in ('pending', 'processing')
  ) then
    raise sqlstate 'PT409' using message = 'already_generating';
  elsif is_stored and parent is not null
    and request.message_id not in (select private.path_to(parent)) then
    perform private.not_found('message');
  end if;
  insert into public.generation_jobs (
      user_id, conversation_id, prompt, idempotency_key, mode, parent_id, branches,
      version_id, target_start, target_end, alternatives
    )
    values (
      asker, request.conversation_id, request.prompt, request.idempotency_key, request.mode,
      case
        when is_stored then parent
        else coalesce(request.message_id, request.continues)
      end,
      is_stored and parent is not null,
      version, request.target_start, request.target_end, request.alternatives
    )
    returning id into accepted;
  if is_stored then
    update public.chat_messages set job_id = accepted where id = request.message_id;
    if parent <> private.shown_leaf(request.conversation_id) then
      perform private.set_leaf(request.conversation_id, parent);
    end if;
  elsif request.message_id is not null then
    insert into public.chat_messages (id, conversation_id, user_id, type, content, scope, job_id, parent_id)
      values (
        request.message_id, request.conversation_id, asker, 'user', request.prompt, request.scope, accepted,
        parent
      );
  end if;
  insert into private.generation_inputs (
      job_id, current_script, version_id, work_id, continued, target_start, target_end, mode, alternatives,
        kept_lines
    )
    values (
      accepted,
      case when version is null then asked end,
      version,
      -- Without a conversation the answer changes no text.
      case when request.conversation_id is not null then work end,
      beginning, request.target_start, request.target_end, request.mode, request.alternatives,
      coalesce((request.branch ->> 'kept_lines')::boolean, false)
    );
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    -- At the turn of a month two may ask at once with the same key.
    select id into accepted from public.generation_jobs
      where user_id = asker and idempotency_key = request.idempotency_key;
    if found then
      return accepted;
    elsif violated in ('chat_conversations_pkey', 'chat_messages_pkey') then
      raise sqlstate 'PT409' using message = 'id_taken';
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;
grant execute on function private.request_generation(private.generation_request) to authenticated;

-- The second job of a prompt, right after the first, in the same transaction, which has locked the count: so
-- both are accepted or none. The one that is there already if the request is repeated; null if the first one
-- has ended by then. Definer: nobody may write the count or jobs directly.
create function private.request_second(first_id uuid, model_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first public.generation_jobs;
  prompt_id uuid;
  chosen uuid;
  accepted uuid;
begin
  perform private.require_approved();
  select * into first from public.generation_jobs
    where id = request_second.first_id and user_id = auth.uid() for no key update;
  if not found then
    perform private.not_found('job');
  elsif first.compared is not null then
    return (select id from public.generation_jobs where compared = first.id and id <> first.id);
  elsif not exists (select from private.generation_inputs where job_id = first.id) then
    return null;
  end if;
  chosen := private.model_for(first.user_id, request_second.model_id);
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = first.user_id and month = first.month
      and monthly_generations < private.monthly_limit_of(first.user_id);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;
  select id into prompt_id from public.chat_messages
    where job_id = first.id and type = 'user' and conversation_id = first.conversation_id;
  if not found then
    perform private.not_found('message');
  end if;
  update public.generation_jobs set compared = first.id, parent_id = coalesce(parent_id, prompt_id)
    where id = first.id;
  insert into public.generation_jobs (
      user_id, conversation_id, prompt, mode, parent_id, branches, version_id, target_start, target_end,
        alternatives,
      month, compared
    )
    values (
      first.user_id, first.conversation_id, first.prompt, first.mode, coalesce(first.parent_id, prompt_id),
        true,
      first.version_id, first.target_start, first.target_end, first.alternatives, first.month, first.id
    )
    returning id into accepted;
  insert into private.generation_inputs (
      job_id, current_script, version_id, work_id, target_start, target_end, mode, alternatives
    )
    select accepted, current_script, version_id, work_id, target_start, target_end, mode, alternatives
    from private.generation_inputs where job_id = first.id;
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
end
$$;
grant execute on function private.request_second(uuid, uuid) to authenticated;

-- Another answer to a prompt adds one without adding a prompt.
create function private.limit_answers() returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.require_room(new.conversation_id, 1);
  return new;
end
$$;

create trigger limit_answers before insert on public.generation_jobs
  for each row when (new.branches and new.conversation_id is not null)
  execute function private.limit_answers();

-- Notes it with a job that was just accepted, or, without a name, as the same prompt was asked before.
-- Definer: nobody may write jobs directly.
create function private.answer_as(job_id uuid, wanted text) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  again public.generation_jobs;
  as_before text := wanted;
begin
  if wanted is null then
    -- Another answer to a prompt has the same parent as the ones before. In two steps: the plan of a join
    -- that was made while
    -- there were few jobs takes the square of their number.
    select * into again from public.generation_jobs as jobs
      where jobs.id = answer_as.job_id and jobs.user_id = person and jobs.branches;
    if found then
      select former.answer_as into as_before from public.generation_jobs as former
        where former.conversation_id = again.conversation_id and former.user_id = person
          and former.parent_id = again.parent_id and former.id <> again.id
        order by former.created_at desc limit 1;
    end if;
  end if;
  if as_before is null then
    return answer_as.job_id;
  elsif wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and not exists (
    select from public.prompts
    where id::text = wanted and kind = 'reader' and (prompts.user_id = person or shared)
  ) then
    perform private.not_found('reader');
  end if;
  update public.generation_jobs as jobs set answer_as = as_before
    where jobs.id = answer_as.job_id and jobs.user_id = person and jobs.status = 'pending' and jobs.answer_as
      is null;
  return answer_as.job_id;
end
$$;
grant execute on function private.answer_as(uuid, text) to authenticated;

-- A second model is asked as the first one was.
create function private.answer_as_the_first() returns trigger language plpgsql set search_path = '' as $$
begin
  new.answer_as := (select answer_as from public.generation_jobs where id = new.compared);
  return new;
end
$$;

create trigger answer_as_the_first before insert on public.generation_jobs
  for each row when (new.compared is not null) execute function private.answer_as_the_first();

-- Whom an answer speaks for, and how one of the writer's own readers reads.
create function private.speaker_of(job_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('as', jobs.answer_as, 'own', (
    select jsonb_build_object('name', prompts.name, 'text', prompts.text) from public.prompts
    where prompts.id::text = jobs.answer_as and prompts.kind = 'reader'
      and (prompts.user_id = jobs.user_id or prompts.shared)
  ))
  from public.generation_jobs as jobs where jobs.id = speaker_of.job_id and jobs.answer_as is not null
$$;

-- No lease is longer than a minute: one that is was made before the clock was set back.
create function private.is_leased(leased_until timestamptz) returns boolean
  language sql volatile set search_path = '' as $$
  select coalesce(leased_until between clock_timestamp() and clock_timestamp() + interval '1 minute', false)
$$;

-- How many jobs are before one of the caller's, with it. Definer: it counts the jobs of others, and tells
-- nothing else about them.
create function private.place_in_queue(job_id uuid) returns integer
  language sql volatile security definer set search_path = '' as $$
  with open_jobs as (
    select id, user_id, created_at, private.is_leased(leased_until) as is_running
    from public.generation_jobs where status in ('pending', 'processing')
  ), counts as (
    select user_id, count(*) as jobs from open_jobs where is_running group by user_id
  ), waiting as (
    select open_jobs.id, open_jobs.user_id, open_jobs.created_at,
      coalesce(counts.jobs, 0)
        + row_number() over (partition by open_jobs.user_id order by open_jobs.created_at) as turn
    from open_jobs left join counts on counts.user_id = open_jobs.user_id
    where not is_running
  )
  select nullif(count(*), 0)::integer
  from waiting as own
  join waiting as earlier
    on (earlier.turn, earlier.created_at, earlier.id) <= (own.turn, own.created_at, own.id)
  where own.id = place_in_queue.job_id and own.user_id = (select auth.uid())
$$;
grant execute on function private.place_in_queue(uuid) to authenticated;
