-- One prompt asked of two models (docs/decisions/049-two-models.md): two jobs, whose answers follow the same message. Neither
-- changes the script until the writer uses one.
alter table public.generation_jobs add column compared uuid;
comment on column public.generation_jobs.compared is
  'Asked together with another model: the id of the first job of the two. The answer changes nothing until the writer uses it.';
create index generation_jobs_compared on public.generation_jobs (compared) where compared is not null;

alter table public.chat_messages drop constraint withheld_is_a_known_reason;
alter table public.chat_messages add constraint withheld_is_a_known_reason check (withheld in (
  'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
  'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene', 'duplicate_scene',
  'lost_heading', 'outside_target', 'missing_text', 'bad_tag', 'compared'
));
comment on column public.chat_messages.used_at is
  'When the writer last made the answer the script; of a prompt that two models answered, when one of the answers was used.';

-- The second job of a prompt, right after the first, in the same transaction, which has locked the count: so both are
-- accepted or none. Returns the one
-- that is there already if the request is repeated; null if the first one has ended by then.
-- Definer: nobody may write the count or jobs directly.
create function private.request_second(first_id uuid, model_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
  update public.generation_jobs set compared = first.id, parent_id = coalesce(parent_id, prompt_id) where id = first.id;
  insert into public.generation_jobs (
      user_id, conversation_id, prompt, mode, parent_id, branches, version_id, target_start, target_end, alternatives,
      month, compared
    )
    values (
      first.user_id, first.conversation_id, first.prompt, first.mode, coalesce(first.parent_id, prompt_id), true,
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

-- What an answer names, none of it applied.
create function private.unapplied(changes jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select changes || jsonb_build_object('edits', coalesce(
    (
      select jsonb_agg(edits.edit || '{"applied": false}' order by edits.place)
      from jsonb_array_elements(changes -> 'edits') with ordinality as edits (edit, place)
    ),
    '[]'
  ))
$$;

-- As before, but of two answers to one prompt the first that comes is shown.
create or replace function private.add_answer(
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
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied, changes, model,
        parent_id
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

-- As before, but an answer that is compared changes no text.
create or replace function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  written text,
  withheld text,
  new_text text,
  judged_hash text,
  first_text text,
  partly_applied boolean,
  other_texts text[],
  script text,
  changes jsonb,
  model text,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns text
  language plpgsql set search_path = ''
as $$
declare
  is_compared boolean := exists (
    select from public.generation_jobs as jobs
    where jobs.id = complete_generation.job_id and jobs.compared is not null
  );
  changes_text boolean := not is_compared and (new_text is not null or first_text is not null);
  draft public.script_drafts := private.lock_around(complete_generation.job_id, begins => changes_text);
  job public.generation_jobs;
  reason text := coalesce(
    complete_generation.withheld, case when is_compared and new_text is not null then 'compared' end
  );
  kept_lines boolean := coalesce(
    (select inputs.kept_lines from private.generation_inputs as inputs where inputs.job_id = complete_generation.job_id),
    false
  );
begin
  if changes_text and (
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
  if changes_text then
    begin
      if first_text is not null and judged_hash is null then
        perform private.replace_text(draft.id, first_text, 'import');
      elsif first_text is not null then
        perform private.leave_answers(draft.id, job.conversation_id, job.parent_id, first_text);
      end if;
      if new_text is not null then
        perform private.apply_answer_text(draft.work_id, job.id, new_text, coalesce(other_texts, '{}'));
      end if;
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
      input_tokens = private.add_tokens(jobs.input_tokens, complete_generation.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, complete_generation.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, complete_generation.cached_input_tokens)
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    reason,
    (complete_generation.partly_applied or kept_lines and new_text is not null) and reason is null,
    case when is_compared then private.unapplied(complete_generation.changes) else complete_generation.changes end
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

-- As before, but of two answers none fills an empty text.
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
    if script <> '' and stopped.compared is null and draft.id is not null and private.trimmed(private.text_of_pieces(
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

-- Stops an answer, and the other one that is written for the same prompt. Definer, as above.
create function private.cancel_generations(job_id uuid, note text) returns text
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  other uuid;
begin
  select others.id into other
    from public.generation_jobs as jobs join public.generation_jobs as others on others.compared = jobs.compared
    where jobs.id = cancel_generations.job_id and jobs.user_id = auth.uid() and others.id <> jobs.id;
  if found then
    perform private.cancel_generation(other, cancel_generations.note);
  end if;
  return private.cancel_generation(cancel_generations.job_id, cancel_generations.note);
end
$$;
grant execute on function private.cancel_generations(uuid, text) to authenticated;

-- For the server, which applies it: an answer that is compared and was not used, and what it answers. No row for any other.
-- Definer: an answer that is not shown is read by functions only.
create function private.answer_to_use(message_id uuid)
  returns table (
    request text, base_version uuid, base text, answer text, mode text, target_start integer, target_end integer,
    alternatives integer
  )
  language sql stable security definer set search_path = ''
as $$
  select jobs.prompt, jobs.version_id,
    (
      select private.text_of_pieces(texts.pieces) from private.version_texts as texts
      where texts.version_id = jobs.version_id
    ),
    jobs.partial_text, jobs.mode, jobs.target_start, jobs.target_end, jobs.alternatives
  from public.chat_messages as messages join public.generation_jobs as jobs on jobs.id = messages.job_id
  where messages.id = answer_to_use.message_id and messages.user_id = (select auth.uid())
    and messages.withheld = 'compared' and (select private.is_approved())
$$;
grant execute on function private.answer_to_use(uuid) to authenticated;

-- As before. `planned` may name an answer of two that is used: then it is applied as it was judged for the text of its branch,
-- also while the other one is still being written.
create or replace function private.show_branch(conversation_id uuid, planned jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person uuid := auth.uid();
  work uuid := (
    select work_id from public.chat_conversations where id = show_branch.conversation_id and user_id = auth.uid()
  );
  use jsonb := nullif(planned -> 'use', 'null');
  used public.chat_messages;
  pair uuid;
  draft public.script_drafts;
  reason text := use ->> 'withheld';
begin
  perform private.require_approved();
  if use ->> 'text' is null or work is null then
    perform private.lock_work(person, work);
  else
    draft := private.open_work(person, work);
    -- A text that begins with the answer was none when it was planned.
    if draft.revision = 0 and planned ->> 'text_hash' is null then
      planned := planned || jsonb_build_object('text_hash', draft.text_hash);
    end if;
  end if;
  perform from public.chat_conversations
    where id = show_branch.conversation_id and user_id = person for no key update;
  if not found then
    perform private.not_found('conversation');
  end if;
  if use is not null then
    select * into used from public.chat_messages
      where id = (use ->> 'message')::uuid and conversation_id = show_branch.conversation_id and type = 'ai'
      for no key update;
    pair := (select jobs.compared from public.generation_jobs as jobs where jobs.id = used.job_id);
    if pair is null then
      perform private.not_found('message');
    end if;
  end if;
  if not exists (
    select from public.chat_messages
    where id = (planned ->> 'leaf')::uuid and conversation_id = show_branch.conversation_id
  ) then
    perform private.not_found('message');
  elsif exists (
    select from public.generation_jobs
    where conversation_id = show_branch.conversation_id and status in ('pending', 'processing')
      and (pair is null or compared is distinct from pair)
  ) then
    raise sqlstate 'PT409' using message = 'already_generating';
  end if;
  perform private.follow_branch(show_branch.conversation_id, planned);
  if planned ->> 'leaf' is distinct from planned ->> 'shown_leaf' then
    perform private.set_leaf(show_branch.conversation_id, (planned ->> 'leaf')::uuid);
  end if;
  if use is null then
    return;
  end if;
  update public.chat_messages set used_at = clock_timestamp()
    where job_id = pair and type = 'user' and conversation_id = show_branch.conversation_id;
  -- Another device may have used it in the meantime.
  if used.withheld is distinct from 'compared' or not use ? 'text' then
    return;
  end if;
  if use ->> 'text' is not null then
    begin
      perform private.apply_answer_text(
        work, used.job_id, use ->> 'text', array(select jsonb_array_elements_text(use -> 'others'))
      );
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.chat_messages set
      withheld = reason,
      partly_applied = reason is null and (use ->> 'partly_applied')::boolean,
      changes = coalesce(nullif(use -> 'changes', 'null'), changes)
    where id = used.id;
  update public.generation_jobs set withheld = reason where id = used.job_id;
end
$$;

-- As before. Of an answer with alternatives, any of them may be in the script: the server finds which.
create or replace function private.replaced_answers(job_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'from', private.text_of_pieces((select pieces from private.version_texts where version_id = steps.from_version)),
      'to', coalesce(
        private.text_of_pieces((select pieces from private.version_texts where version_id = steps.to_version)), ''
      ),
      'others', coalesce((
        select jsonb_agg(private.text_of_pieces(texts.pieces))
        from public.answer_reviews as reviews, unnest(reviews.alternatives) as other (id)
        join private.version_texts as texts on texts.version_id = other.id
        where reviews.answer_version = steps.from_version and other.id <> reviews.answer_version
          and reviews.user_id = jobs.user_id
      ), '[]')
    )), '[]')
  from public.generation_jobs as jobs
  cross join lateral private.branch_steps(jobs.conversation_id, jobs.parent_id) as steps
  where jobs.id = replaced_answers.job_id and jobs.parent_id <> private.shown_leaf(jobs.conversation_id)
    and exists (select from public.chat_messages as messages where messages.id = jobs.parent_id)
$$;

-- As before, but an answer that changed nothing, such as one that was not used, is none of those that were left together.
create or replace function private.leave_answers(draft_id uuid, conversation_id uuid, leaf uuid, new_text text) returns void
  language plpgsql set search_path = ''
as $$
declare
  made public.script_versions;
  was_version uuid;
begin
  perform private.cut_pending(leave_answers.draft_id);
  was_version := (select drafts.version_id from public.script_drafts as drafts where drafts.id = leave_answers.draft_id);
  made := private.replace_text(leave_answers.draft_id, new_text, 'restore');
  update public.chat_messages as messages set left_version = was_version, next_version = made.id
    where messages.conversation_id = leave_answers.conversation_id and messages.shown
      and messages.type = 'ai' and messages.kind = 'text' and messages.job_id is not null and messages.withheld is null
      and messages.id not in (select private.path_to(leaf));
end
$$;
