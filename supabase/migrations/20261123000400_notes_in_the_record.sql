-- The words of a template are a template's, and those of a model's note are the model's (docs/authorship.md).

alter table public.script_versions
  drop constraint origin_is_known,
  add constraint origin_is_known
    check (origin in ('typed', 'pasted', 'template', 'answer', 'import', 'restore', 'merge'));
alter table public.script_drafts
  drop constraint pending_origin_is_known,
  add constraint pending_origin_is_known
    check (pending_origin in ('typed', 'pasted', 'template', 'restore', 'import', 'merge'));

create or replace function private.has_new_version(draft_id uuid) returns boolean
  language sql volatile set search_path = ''
as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.id = drafts.version_id
    where drafts.id = has_new_version.draft_id
      and versions.origin in ('typed', 'pasted', 'template', 'restore')
      and versions.created_at > clock_timestamp() - interval '1 second'
  )
$$;

-- As before, with steps that insert a template.
create or replace function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
  returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  step jsonb;
  origin text;
  before bigint[];
  after bigint[];
  -- The texts that lead to a merge are each kept; a step without splices keeps what somebody else wrote.
  merges boolean := jsonb_path_exists(keep_draft.changes, '$[*] ? (@.origin == "merge")');
begin
  perform private.require_approved();
  if keep_draft.work_id is null or keep_draft.revision is null or keep_draft.revision < 0 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'A work_id and the revision that was read are needed.';
  elsif jsonb_typeof(keep_draft.changes) is distinct from 'array' or jsonb_array_length(keep_draft.changes) > 100 then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'Changes are a list of at most 100 steps.';
  end if;
  if keep_draft.revision = 0 then
    draft := private.open_work(auth.uid(), keep_draft.work_id);
  else
    draft := private.lock_work(auth.uid(), keep_draft.work_id);
  end if;
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.revision <> keep_draft.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  end if;

  for step in select one from jsonb_array_elements(keep_draft.changes) with ordinality as listed (one, place) order by place
  loop
    origin := step ->> 'origin';
    if jsonb_typeof(step) <> 'object' or origin is null or origin not in ('typed', 'pasted', 'template', 'restore', 'import', 'merge') then
      raise sqlstate 'PT400' using
        message = 'changes_are_invalid', hint = 'A step has an origin: typed, pasted, template, restore, import or merge.';
    end if;
    if draft.pending_origin <> origin or origin in ('import', 'merge') or private.is_due(draft) then
      perform private.cut_pending(draft.id);
    end if;
    before := (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id);
    after := private.splice(draft.id, before, step -> 'splices');
    if after <> before then
      perform private.set_text(draft.id, after, origin, null, step -> 'splices');
    end if;
    if origin in ('import', 'merge')
      or step -> 'version' = 'true'
        and (merges or step -> 'splices' = '[]' or not private.has_new_version(draft.id)) then
      perform private.cut_pending(draft.id);
    end if;
    select * into draft from public.script_drafts where id = draft.id;
  end loop;

  if draft.text_hash is distinct from keep_draft.text_hash then
    raise sqlstate 'PT400' using
      message = 'text_hash_differs',
      hint = 'The changes do not lead to the text that was hashed: read the draft again.';
  end if;
  update public.script_drafts set
      revision = draft.revision + 1,
      changes = case when octet_length(keep_draft.changes::text) <= 16384 then keep_draft.changes end
    where id = draft.id
    returning * into draft;
  return draft;
end
$$;

-- As before, and what a model noted counts as its answers do.
create or replace function private.authorship_head(script_id uuid, work_id uuid)
  returns table (head jsonb, text text, known jsonb)
  language sql stable security definer set search_path = ''
as $$
  with drafts as (
    select all_drafts.* from public.script_drafts as all_drafts
    where (select private.is_approved())
      and all_drafts.user_id = (select auth.uid())
      and all_drafts.work_id = case
        when authorship_head.script_id is null then authorship_head.work_id
        else (
          select scripts.work_id from public.scripts
          where scripts.id = authorship_head.script_id and scripts.user_id = (select auth.uid())
        )
      end
  ),
  versions as (
    select all_versions.* from drafts
    join public.script_versions as all_versions
      on all_versions.user_id = drafts.user_id and all_versions.work_id = drafts.work_id
  ),
  answers as (
    select jobs.id, jobs.finished_at, private.text_hash(jobs.partial_text) as text_hash
    from drafts
    join public.generation_jobs as jobs on jobs.user_id = drafts.user_id
    where jobs.finished_at is not null and jobs.partial_text <> ''
      and (
        jobs.id in (
          select about.job_id from private.answers_about_texts as about
          where about.user_id = drafts.user_id and about.work_id = drafts.work_id
        )
        or jobs.conversation_id in (
          select chats.id from public.chat_conversations as chats
          where chats.user_id = drafts.user_id and chats.work_id = drafts.work_id
        )
      )
    union all
    -- What a reading says is there when the note is, long before the reading ends.
    select notes.job_id, notes.created_at, private.text_hash(readings.name || ': ' || notes.body)
    from drafts
    join public.script_notes as notes on notes.user_id = drafts.user_id and notes.work_id = drafts.work_id
    join public.readings on readings.id = notes.job_id
    where notes.author = 'model'
  )
  select
    jsonb_build_object(
      'createdAt', private.exact_time(clock_timestamp()),
      'userId', drafts.user_id,
      'workId', drafts.work_id,
      'script', (
        select jsonb_build_object('id', scripts.id, 'title', scripts.title) from public.scripts
        where scripts.user_id = drafts.user_id and scripts.work_id = drafts.work_id
      ),
      'versions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', versions.id,
          'number', versions.number,
          'created_at', private.exact_time(versions.created_at),
          'origin', versions.origin,
          'label', versions.label,
          'job_id', versions.job_id,
          'text_hash', versions.text_hash,
          'chain_hash', versions.chain_hash
        ) order by versions.number), '[]') from versions
      ),
      'jobs', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', jobs.id, 'model', jobs.model, 'created_at', private.exact_time(jobs.created_at)
        )), '[]')
        from public.generation_jobs as jobs
        where jobs.user_id = drafts.user_id
          and jobs.id in (select answers.id from answers union select versions.job_id from versions)
      ),
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'job_id', answers.id,
          'created_at', private.exact_time(answers.finished_at),
          'text_hash', answers.text_hash
        ) order by answers.finished_at, answers.id, answers.text_hash), '[]') from answers
      ),
      'text_hash', drafts.text_hash,
      'pending', case when drafts.pending_origin is not null then
        jsonb_build_object('origin', drafts.pending_origin, 'since', private.exact_time(drafts.pending_since))
      end
    ),
    private.text_of_pieces(texts.pieces),
    (
      select to_jsonb(states) - 'draft_id' - 'state' from private.authorship_states as states
      where states.draft_id = drafts.id
    )
  from drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
$$;

-- The record says what a model noted, so its notes stay: they are dismissed, not deleted.
drop policy "writers delete notes on their own scripts" on public.script_notes;
create policy "writers delete what no model noted on their own scripts" on public.script_notes
  for delete to authenticated
  using (author <> 'model' and user_id = (select auth.uid()) and (select private.is_approved()));

-- A note may repeat what was written until then, and only versions say what was there first: as with a request.
create function private.keep_what_is_read() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.cut_pending(drafts.id) from public.script_drafts as drafts
    where drafts.user_id = new.user_id and drafts.work_id = new.work_id;
  return null;
end
$$;
create trigger keep_what_is_read after insert on public.readings
  for each row execute function private.keep_what_is_read();
