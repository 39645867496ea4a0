-- A job is its own place in the queue: whoever holds its lease works on it, and the number of the
-- attempt is the token without which nothing of it can be written.
alter table public.generation_jobs
  add column idempotency_key text
    constraint idempotency_key_is_1_to_200_characters check (char_length(idempotency_key) between 1 and 200),
  -- The month whose count it was taken from, to be given back to the same.
  add column month date not null default private.this_month(),
  add column deadline_at timestamptz not null default clock_timestamp() + interval '7 minutes',
  add column attempt integer not null default 0,
  -- Attempts that ended without an end: those handed back in order do not count.
  add column tries integer not null default 0,
  add column leased_until timestamptz,
  add column model text,
  add column input_tokens integer,
  add column output_tokens integer,
  add constraint a_request_is_accepted_once unique (user_id, idempotency_key);

create index generation_jobs_open on public.generation_jobs (created_at)
  where status in ('pending', 'processing');

-- What only the work needs, gone with its end.
create table private.generation_inputs (
  job_id uuid primary key references public.generation_jobs (id) on delete cascade,
  current_script text not null
    constraint current_script_is_at_most_1_mb check (octet_length(current_script) <= 1048576)
);

-- Which of the writer's examples went into the prompt of this answer.
alter table public.chat_messages add column used_examples uuid[] not null default '{}';

-- At most one answer to a job; what was stopped may have its text beside the note.
create unique index one_answer_to_a_job on public.chat_messages (job_id)
  where job_id is not null and content <> 'Generation stopped by user.';

-- For the server, which reads it from its environment.
create function private.set_monthly_limit(most integer) returns void
  language sql set search_path = ''
as $$
  insert into private.settings (name, value) values ('monthly_generation_limit', most::text)
    on conflict (name) do update set value = excluded.value
$$;

create function private.announce_generation(job_id uuid) returns void
  language sql set search_path = ''
as $$ select pg_notify('script_writer_generation', job_id::text) $$;
