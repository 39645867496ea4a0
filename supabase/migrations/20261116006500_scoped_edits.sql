-- A request may concern a part of the script, ask for alternatives, or only ask a question; its answer changes
-- what it names and is reviewed (docs/decisions/023-scoped-edits.md, 024-review.md).
alter table private.generation_inputs
  -- In UTF-16 units of current_script; null for the whole script.
  add column target_start integer,
  add column target_end integer,
  add column mode text not null default 'change'
    constraint mode_is_change_or_ask check (mode in ('change', 'ask')),
  add column alternatives integer
    constraint alternatives_are_2_to_5 check (alternatives between 2 and 5),
  add constraint a_target_is_a_range check (
    (target_start is null) = (target_end is null) and target_start >= 0 and target_start <= target_end
  );

alter table public.chat_messages
  drop constraint withheld_is_a_known_reason,
  add constraint withheld_is_a_known_reason check (withheld in (
    'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
    'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene', 'duplicate_scene',
    'lost_heading', 'outside_target', 'missing_text', 'bad_tag'
  )),
  add column changes jsonb
    constraint only_answers_have_changes check (changes is null or type = 'ai' and kind = 'text'),
  add column scope text
    constraint only_requests_have_a_scope check (scope is null or type = 'user')
    constraint scope_is_one_line_of_1_to_200_characters check (private.is_title(scope, 200));

comment on column public.chat_messages.changes is
  'What the answer names, without the model''s tags: prose, and edits with their scenes. Null if it is one text.';
comment on column public.chat_messages.scope is 'The part of the script that the request concerned, in words.';

grant insert (scope) on public.chat_messages to authenticated;

alter table public.generation_jobs
  add column cached_input_tokens integer,
  add column script text
    constraint script_is_at_most_1_mb check (octet_length(script) <= 1048576)
    constraint only_ended_jobs_have_a_script check (script is null or finished_at is not null);

comment on column public.generation_jobs.script is
  'The script with the answer, for a job without a conversation: others change the working text.';

-- What an answer changed, until the writer has gone through it. What is still to be judged follows from the two
-- versions, the working text and the numbers that were kept.
create table public.answer_reviews (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- Not a foreign key: the review outlives the job, like the versions.
  job_id uuid,
  -- Null if there was no text before.
  before_version uuid,
  answer_version uuid not null,
  -- Versions with the whole text for each alternative, the answer's own first; empty without alternatives.
  alternatives uuid[] not null default '{}',
  -- Numbers of the changes that the writer kept, in order.
  kept integer[] not null default '{}',
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint answer_reviews_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);

create index answer_reviews_of_a_text on public.answer_reviews (user_id, work_id, created_at);
create index answer_reviews_of_a_job on public.answer_reviews (job_id) where job_id is not null;

create trigger keep_times before insert or update on public.answer_reviews
  for each row execute function private.keep_times();
create trigger announce after insert or update or delete on public.answer_reviews
  for each row execute function private.announce();

alter table public.answer_reviews enable row level security;
grant select on public.answer_reviews to authenticated;

create policy "writers read their own reviews" on public.answer_reviews
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Keeps changes, or takes that back; ends a review, or opens it again. Keeping twice has no further effect.
-- Definer: reviews are written by functions only.
create function public.review_changes(
  review_id uuid,
  keep integer[] default '{}',
  unkeep integer[] default '{}',
  -- Null leaves it as it is.
  ended boolean default null
) returns public.answer_reviews
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  review public.answer_reviews;
  draft public.script_drafts;
begin
  perform private.require_approved();
  if coalesce(cardinality(keep), 0) + coalesce(cardinality(unkeep), 0) > 10000
    or exists (select from unnest(keep || unkeep) as number where number is null or number not between 0 and 1000000)
  then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'At most 10,000 numbers from 0.';
  end if;
  select * into review from public.answer_reviews where id = review_changes.review_id and user_id = auth.uid();
  if not found then
    perform private.not_found('review');
  end if;
  draft := private.lock_work(review.user_id, review.work_id);
  update public.answer_reviews as reviews set
      kept = array(
        select distinct number from unnest(reviews.kept || coalesce(keep, '{}')) as number
        where number <> all (coalesce(unkeep, '{}'))
        order by number
      ),
      ended_at = case
        when review_changes.ended then coalesce(reviews.ended_at, clock_timestamp())
        when review_changes.ended is null then reviews.ended_at
      end
    where reviews.id = review.id
    returning * into review;
  if not found then
    perform private.not_found('review');
  end if;
  if review.ended_at is not null and not exists (
    select from public.answer_reviews as others
    where others.user_id = review.user_id and others.work_id = review.work_id and others.ended_at is null
  ) then
    update private.draft_texts set review_pieces = null where draft_id = draft.id;
  end if;
  return review;
end
$$;
grant execute on function public.review_changes(uuid, integer[], integer[], boolean) to authenticated;

drop function public.finish_review(uuid, integer);

drop function private.put_answer(uuid, uuid, text);

-- Makes an answer's text the working text: what was written before becomes a version, the answer another, and
-- a review of the difference begins. Each other alternative is a version of its own before it. The draft is
-- locked by the caller.
create function private.put_answer(draft_id uuid, job_id uuid, new_text text, others text[] default '{}')
  returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts;
  had_text boolean;
  versions uuid[] := '{}';
  made public.script_versions;
begin
  perform private.cut_pending(put_answer.draft_id);
  select * into draft from public.script_drafts where id = put_answer.draft_id;
  had_text := private.trimmed(private.text_of_pieces(
    (select texts.pieces from private.draft_texts as texts where texts.draft_id = put_answer.draft_id)
  )) <> '';
  update private.draft_texts as texts set review_pieces = texts.pieces
    where texts.draft_id = put_answer.draft_id and texts.review_pieces is null and had_text;
  for at in reverse coalesce(cardinality(others), 0) .. 1 loop
    made := private.replace_text(put_answer.draft_id, others[at], 'answer', put_answer.job_id);
    versions := made.id || versions;
  end loop;
  made := private.replace_text(put_answer.draft_id, new_text, 'answer', put_answer.job_id);
  if had_text or cardinality(versions) > 0 then
    insert into public.answer_reviews (user_id, work_id, job_id, before_version, answer_version, alternatives)
      values (
        draft.user_id,
        draft.work_id,
        put_answer.job_id,
        draft.version_id,
        made.id,
        case when cardinality(versions) > 0 then made.id || versions else '{}' end
      );
  end if;
  return made;
end
$$;

drop function private.apply_answer_text(uuid, uuid, text);

-- In the transaction that ends the job, once per job. Null if that has happened before or the text is the same
-- already. For the server's own role.
create function private.apply_answer_text(work_id uuid, job_id uuid, new_text text, others text[] default '{}')
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
  return private.put_answer(draft.id, apply_answer_text.job_id, new_text, others);
end
$$;

drop function public.add_message(uuid, text);

-- Adds a prompt and moves its conversation to the top of the list.
create function public.add_message(conversation_id uuid, content text, scope text default null)
  returns public.chat_messages
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  added public.chat_messages;
begin
  perform private.require_approved();
  if coalesce(private.trimmed(add_message.content), '') = '' then
    raise sqlstate 'PT400' using message = 'message_is_empty';
  end if;
  -- Any change lets the database set the time.
  update public.chat_conversations set updated_at = now() where id = add_message.conversation_id;
  if not found then
    perform private.not_found('conversation');
  end if;
  insert into public.chat_messages (conversation_id, type, content, scope)
    values (add_message.conversation_id, 'user', add_message.content, add_message.scope)
    returning * into added;
  return added;
end
$$;
grant execute on function public.add_message(uuid, text, text) to authenticated;

drop function public.start_conversation(text, uuid, uuid);

-- Begins a conversation with its first prompt, about a script, a text that is not saved yet, or a new one.
create function public.start_conversation(
  prompt text,
  script_id uuid default null,
  work_id uuid default null,
  scope text default null
) returns table (conversation_id uuid, title text, updated_at timestamptz, message_id uuid)
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  begun public.chat_conversations;
  first_message uuid;
begin
  perform private.require_approved();
  if coalesce(private.trimmed(prompt), '') = '' then
    raise sqlstate 'PT400' using message = 'prompt_is_empty';
  end if;
  insert into public.chat_conversations (title, script_id, work_id)
    values (
      private.title_of(start_conversation.prompt),
      start_conversation.script_id,
      coalesce(start_conversation.work_id, private.new_id())
    )
    returning * into begun;
  insert into public.chat_messages (conversation_id, type, content, scope)
    values (begun.id, 'user', start_conversation.prompt, start_conversation.scope)
    returning id into first_message;
  return query select begun.id, begun.title, begun.updated_at, first_message;
exception
  -- Somebody else's script and a missing one get the same answer.
  when foreign_key_violation then perform private.not_found('script');
end
$$;
grant execute on function public.start_conversation(text, uuid, uuid, text) to authenticated;

drop function private.request_generation(text, text, uuid, text, uuid);

-- Takes one from the month's count, writes the job and tells the workers: all or nothing.
-- Definer: nobody may write the count or jobs directly.
create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  -- The message of an answer in the conversation that was cut off; null for a new answer.
  continues uuid,
  -- The only part of current_script that may change, in UTF-16 units; null for all of it.
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  most integer := (select value::integer from private.settings where name = 'monthly_generation_limit');
  accepted uuid;
  work uuid;
  beginning text;
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

grant execute on function private.request_generation(text, text, uuid, text, uuid, integer, integer, text, integer)
  to authenticated;

drop function private.claim_generation(interval);

-- The oldest job that nobody works on, under a new attempt; its text begins again.
create function private.claim_generation(lease interval)
  returns table (
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
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      where waiting.status in ('pending', 'processing')
        and (waiting.leased_until is null or waiting.leased_until < clock_timestamp())
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
      order by waiting.created_at
      limit 1
      for update skip locked
    )
    returning *
  ), announced as (
    -- Streaming clients hear that the text begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt, inputs.current_script,
    inputs.continued, inputs.target_start, inputs.target_end, inputs.mode, inputs.alternatives,
    claimed.attempt,
    (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join announced on true
$$;

-- The model is asked once more: the text begins again under a new attempt number, which streaming clients hear.
-- Null if the job has ended or belongs to another attempt.
create function private.restart_answer(job_id uuid, current_attempt integer, lease interval) returns integer
  language plpgsql set search_path = ''
as $$
declare
  next_attempt integer;
begin
  update public.generation_jobs as jobs set
      attempt = jobs.attempt + 1,
      partial_text = '',
      leased_until = clock_timestamp() + lease
    where jobs.id = restart_answer.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning jobs.attempt into next_attempt;
  if found then
    perform private.announce_generation(restart_answer.job_id);
  end if;
  return next_attempt;
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

drop function private.add_answer(public.generation_jobs, text, text, uuid[], text, boolean);

-- Adds a job's answer, or the note that it was stopped, to its conversation if that still exists, and
-- moves the conversation to the top of the list.
create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  used_examples uuid[] default '{}',
  withheld text default null,
  partly_applied boolean default false,
  changes jsonb default null
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
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied, changes
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
        add_answer.partly_applied,
        add_answer.changes
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

drop function private.complete_generation(
  uuid, integer, text, text, text, text, text, text, boolean, uuid[], text, integer, integer
);

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
  -- Other whole texts that were asked for, each to be kept as a version.
  other_texts text[],
  -- The script with the answer, if there is no conversation and so no working text.
  script text,
  changes jsonb,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
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
      perform private.apply_answer_text(draft.work_id, job.id, new_text, coalesce(other_texts, '{}'));
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
      script = case when job.conversation_id is null then complete_generation.script end,
      model = complete_generation.model,
      input_tokens = complete_generation.input_tokens,
      output_tokens = complete_generation.output_tokens,
      cached_input_tokens = complete_generation.cached_input_tokens
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    complete_generation.used_examples,
    reason,
    complete_generation.partly_applied and reason is null,
    complete_generation.changes
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

-- Makes an answer the working text, as a version that names its job; the text before it is a version too.
-- Returns the draft. If it has this text already, it stays as it is. Definer: texts and answers are written
-- by functions only.
create or replace function public.use_answer(message_id uuid) returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  answer public.chat_messages;
  work uuid;
  draft public.script_drafts;
  -- Without what the answer says to the writer.
  script text;
begin
  perform private.require_approved();
  select * into answer from public.chat_messages
    where id = use_answer.message_id and user_id = auth.uid() and type = 'ai' and kind = 'text';
  if not found then
    perform private.not_found('message');
  elsif private.trimmed(answer.content) = '' then
    raise sqlstate 'PT400' using message = 'answer_is_empty';
  elsif answer.changes is not null and not answer.changes -> 'edits' @> '[{"kind": "script"}]' then
    -- Some scenes and prose must not replace a script.
    raise sqlstate 'PT400' using message = 'answer_is_no_script';
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
  script := coalesce(answer.changes #>> '{edits,0,text}', answer.content);
  if draft.text_hash <> private.text_hash(script) then
    perform private.put_answer(draft.id, answer.job_id, script);
  elsif answer.withheld is null and not answer.partly_applied then
    return draft;
  end if;
  update public.chat_messages set withheld = null, partly_applied = false, used_at = clock_timestamp()
    where id = answer.id;
  select * into draft from public.script_drafts where id = draft.id;
  return draft;
end
$$;
