-- Answers show which of the writer's examples their prompts contained, and writers with Learning Loop access manage
-- their examples. A disabled one is kept and is in no prompt.
alter table public.golden_examples add column disabled boolean not null default false;

comment on column public.golden_examples.disabled is 'Kept by the writer, but not used in prompts.';

grant update (disabled) on public.golden_examples to authenticated;

create policy "writers with access disable their own examples" on public.golden_examples
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_learning_loop()))
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));

create trigger announce after insert or update or delete on public.golden_examples
  for each row execute function private.announce();

-- Newest first, without the whole texts; with a query, those that contain it.
create function public.list_examples(query text default '')
  returns table (id uuid, opening text, disabled boolean, created_at timestamptz)
  language sql stable set search_path = ''
as $$
  select examples.id, left(private.trimmed(left(examples.content, 2000)), 400), examples.disabled, examples.created_at
  from public.golden_examples as examples
  where strpos(lower(examples.content), lower(private.trimmed(left(coalesce(list_examples.query, ''), 200)))) > 0
  order by examples.created_at desc, examples.id desc
$$;

grant execute on function public.list_examples(text) to authenticated;

-- No foreign key: an answer keeps the number of its examples when one of them is deleted.
alter table public.generation_jobs add column used_examples uuid[] not null default '{}';

comment on column public.generation_jobs.used_examples is
  'The examples in the last prompt of the job; some may have been deleted since.';

-- False if the job has ended or belongs to another attempt.
create function private.record_examples(job_id uuid, current_attempt integer, examples uuid[]) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs as jobs set used_examples = record_examples.examples
    where jobs.id = record_examples.job_id and jobs.attempt = current_attempt and jobs.status = 'processing';
  return found;
end
$$;

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
        where examples.user_id = jobs.user_id and not examples.disabled
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs where jobs.id = generation_context.job_id
$$;

-- The examples are those of the job, also for an answer that was stopped.
drop function private.add_answer(public.generation_jobs, text, text, uuid[], text, boolean, jsonb);

create function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
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
        case when add_answer.kind = 'text' then job.used_examples else '{}' end,
        add_answer.withheld,
        add_answer.partly_applied,
        add_answer.changes
      )
      returning id into added;
  end if;
  return added;
end
$$;

drop function private.complete_generation(
  uuid, integer, text, text, text, text, text, text, boolean, text[], text, jsonb, uuid[], text, integer, integer, integer
);

create function private.complete_generation(
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
    reason,
    complete_generation.partly_applied and reason is null,
    complete_generation.changes
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;
