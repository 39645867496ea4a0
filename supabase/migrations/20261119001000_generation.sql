-- A generation, from acceptance to its one end. Written by the server only. A job is its own place in the queue:
-- whoever holds its lease works on it, and the number of the attempt is the token without which nothing of it can
-- be written.
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
  constraint a_completed_job_has_a_result check (status <> 'completed' or result is not null),
  constraint a_failed_job_says_why
    check ((status = 'failed') = (error is not null) and (status = 'failed') = (error_code is not null)),
  constraint an_ended_job_has_its_time check ((status in ('completed', 'failed')) = (finished_at is not null)),
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

create index generation_jobs_latest_first on public.generation_jobs (user_id, created_at desc);
create index generation_jobs_of_a_conversation on public.generation_jobs (conversation_id, user_id);
create unique index one_generation_at_a_time_in_a_conversation
  on public.generation_jobs (conversation_id) where status in ('pending', 'processing');
create index generation_jobs_open on public.generation_jobs (created_at)
  where status in ('pending', 'processing');
create index generation_jobs_open_of_a_user on public.generation_jobs (user_id)
  where status in ('pending', 'processing');
-- With the owner in it, the count is read from the index alone and never from the jobs' texts.
create index generation_jobs_by_time on public.generation_jobs (created_at) include (user_id);

create trigger keep_times before insert or update on public.generation_jobs
  for each row execute function private.keep_times();

-- An end is an end: whoever comes late cannot write it a second time.
create function private.keep_job_ended() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'generation_has_ended';
end
$$;

create trigger keep_ended before update of status, result, partial_text, error, error_code, finished_at
  on public.generation_jobs
  for each row when (old.status in ('completed', 'failed'))
  execute function private.keep_job_ended();

alter table public.generation_jobs enable row level security;

grant select on public.generation_jobs to authenticated;

create policy "writers read their own generations" on public.generation_jobs
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

alter table public.chat_messages add constraint chat_messages_job_id_fkey
  foreign key (job_id, user_id) references public.generation_jobs (id, user_id)
  on delete set null (job_id);

-- What only the work needs, gone with its end.
create table private.generation_inputs (
  job_id uuid primary key references public.generation_jobs (id) on delete cascade,
  current_script text not null
    constraint current_script_is_at_most_1_mb check (octet_length(current_script) <= 1048576),
  -- The text that the request was about. The conversation gets another one when its script is deleted.
  work_id uuid,
  -- The answer that was cut off and is to be continued: the result is the whole of it. A copy, because the message
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
  constraint a_target_is_a_range check (
    (target_start is null) = (target_end is null) and target_start >= 0 and target_start <= target_end
  )
);
comment on column private.generation_inputs.provider is 'Null for the model of the environment.';
-- A job's script is deleted when the job ends: compressing 100 KB costs more than it saves in these seconds.
alter table private.generation_inputs alter column current_script set storage external;

create function private.forget_input(job_id uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from private.generation_inputs as inputs where inputs.job_id = forget_input.job_id;
  perform private.announce_generation(forget_input.job_id);
  perform pg_notify('script_writer_generation_ended', forget_input.job_id::text);
end
$$;

-- Records with a new job what will answer it.
create function private.keep_model(job_id uuid, model_id uuid) returns void
  language sql set search_path = ''
as $$
  with chosen as (
    select connections.id, connections.kind, connections.base_url, connections.sealed_key, models.model, models.label
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
  language sql stable set search_path = ''
as $$
  select inputs.connection_id, inputs.provider, inputs.base_url, inputs.sealed_key, inputs.provider_model
  from private.generation_inputs as inputs where inputs.job_id = generation_model.job_id
$$;

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

-- For the server, which reads it from its environment. Null if the environment of the server that started last
-- sets none.
create function private.set_monthly_limit(most integer) returns void
  language plpgsql set search_path = ''
as $$
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
create function private.default_monthly_limit() returns integer
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select value::integer from private.settings where name = 'monthly_generation_limit'),
    (select value::integer from private.settings where name = 'default_monthly_limit'),
    100
  )
$$;

create function private.monthly_limit_of(person uuid) returns integer
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select monthly_limit from public.profiles where id = person),
    private.default_monthly_limit()
  )
$$;

-- How many generations a person has begun this month, and how many the server allows.
-- Definer: the settings are nobody's to read.
create function public.generation_allowance() returns table (used integer, most integer)
  language sql stable security definer set search_path = ''
as $$
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

create function private.announce_generation(job_id uuid) returns void
  language sql set search_path = ''
as $$ select pg_notify('script_writer_generation', job_id::text) $$;

-- Takes one from the month's count, writes the job and tells the workers: all or nothing.
-- Definer: nobody may write the count or jobs directly.
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
  model_id uuid default null::uuid
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  accepted uuid;
  work uuid;
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
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.conversation_id is not null then
    select work_id into work from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker for share;
    if not found then
      perform private.not_found('conversation');
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
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key
    )
    returning id into accepted;
  insert into private.generation_inputs (
      job_id, current_script, work_id, continued, target_start, target_end, mode, alternatives
    )
    values (
      accepted,
      request_generation.current_script,
      work,
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
grant execute on function private.request_generation(text, text, uuid, text, uuid, integer, integer, text, integer, uuid) to authenticated;

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

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, and moves the
-- conversation to the top of the list. The examples are those of the job, also for an answer that was stopped.
create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  withheld text default null::text,
  partly_applied boolean default false,
  changes jsonb default null::jsonb
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
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied, changes, model
      )
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        case when add_answer.kind = 'text' then job.used_examples else '{}' end,
        add_answer.withheld,
        add_answer.partly_applied,
        add_answer.changes,
        case when add_answer.kind = 'text' then job.model_label end
      )
      returning id into added;
  end if;
  return added;
end
$$;

-- The text of an answer that was stopped, without the model's tags. They stand at the beginnings of lines; the
-- last one may be unfinished.
create function private.without_tags(answer text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(answer, '(^|\n)[ \t]*(</?(scene|script|text)(\s[^<>\n]*)?/?>[ \t]*)+(?=\n|$|[^ \t<])', '\1', 'gi'),
    '(^|\n)[ \t]*<(/?[a-z]*|/?(scene|script|text)\s[^<>\n]*)$', '\1', 'i'
  )
$$;

-- Keeps the text written so far in the conversation, followed by the note; only an empty working text is
-- filled with it. A job that has ended stays as it is. Definer: nobody may write jobs or answers directly.
create function private.cancel_generation(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = ''
as $$
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
    if script <> '' and draft.id is not null and private.trimmed(private.text_of_pieces(
      (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id)
    )) = '' then
      perform private.apply_answer_text(draft.work_id, stopped.id, script);
    else
      reason := 'stopped';
    end if;
    perform private.add_answer(
      stopped,
      'text',
      written,
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

-- No lease is longer than a minute: one that is was made before the clock was set back.
create function private.is_leased(leased_until timestamptz) returns boolean
  language sql volatile set search_path = ''
as $$
  select coalesce(
    leased_until between clock_timestamp() and clock_timestamp() + interval '1 minute', false
  )
$$;

-- Security definer: it counts the jobs of others, and tells nothing else about them.
create function private.place_in_queue(job_id uuid) returns integer
  language sql volatile security definer set search_path = ''
as $$
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
