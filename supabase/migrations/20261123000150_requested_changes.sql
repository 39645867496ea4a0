-- A change that a page asked the server for, such as an answer or a restored version, names the request, so that the page
-- knows its own from what arrives meanwhile (docs/decisions/057-whose-change.md).

-- Where the last such changes of a text are in it, for pages that are given a text instead of a change.
create table private.requested_changes (
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  revision integer not null,
  request text not null,
  -- The version with the text before; null if there was none.
  before_version uuid,
  primary key (draft_id, revision)
);
comment on table private.requested_changes is 'The last 20 of each text.';

create function private.note_request() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  request text := current_setting('script_writer.request', true);
begin
  new.changes := (
    select jsonb_agg(step || jsonb_build_object('request', request) order by place)
    from jsonb_array_elements(new.changes) with ordinality as steps (step, place)
  );
  insert into private.requested_changes (draft_id, revision, request, before_version)
    values (new.id, new.revision, request, new.version_id);
  delete from private.requested_changes as changes
    where changes.draft_id = new.id and changes.revision <= (
      select later.revision from private.requested_changes as later
      where later.draft_id = new.id order by later.revision desc offset 20 limit 1
    );
  return new;
end
$$;

create trigger note_request before update of revision on public.script_drafts
  for each row
  when (new.revision <> old.revision and coalesce(current_setting('script_writer.request', true), '') <> '')
  execute function private.note_request();

-- As before, and what the end of a job changes was asked for by the request of the job.
create or replace function private.lock_around(job_id uuid, begins boolean) returns public.script_drafts
  language plpgsql set search_path = ''
as $$
declare
  job public.generation_jobs;
  work uuid;
  draft public.script_drafts;
begin
  select * into job from public.generation_jobs where id = lock_around.job_id;
  perform set_config('script_writer.request', coalesce(job.idempotency_key, ''), true);
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

create function public.restore_version_for(version_id uuid, request uuid) returns public.script_versions
  language plpgsql set search_path = ''
as $$
begin
  perform set_config('script_writer.request', restore_version_for.request::text, true);
  return public.restore_version(restore_version_for.version_id);
end
$$;
grant execute on function public.restore_version_for(uuid, uuid) to authenticated;

create function public.use_answer_for(message_id uuid, request uuid) returns public.script_drafts
  language plpgsql set search_path = ''
as $$
begin
  perform set_config('script_writer.request', use_answer_for.request::text, true);
  return public.use_answer(use_answer_for.message_id);
end
$$;
grant execute on function public.use_answer_for(uuid, uuid) to authenticated;

-- The text as it is, after those before and after each of the changes that these requests made since a revision; the
-- last three such changes, each from the row above it, which names no request. No row if nothing has been written yet.
-- Definer, like draft_text.
create function public.draft_texts(work_id uuid, since integer, requests text[])
  returns table (revision integer, text text, request text)
  language sql stable security definer set search_path = ''
as $$
  with draft as (
    select drafts.id, drafts.user_id, drafts.work_id, drafts.revision
    from public.script_drafts as drafts
    where (select private.is_approved())
      and drafts.user_id = (select auth.uid()) and drafts.work_id = draft_texts.work_id
  ),
  -- One transaction may change a text several times.
  made as (
    select numbered.request, min(numbered.revision) as first, max(numbered.revision) as last
    from (
      select changes.request, changes.revision,
        changes.revision - row_number() over (partition by changes.request order by changes.revision) as run
      from draft join private.requested_changes as changes on changes.draft_id = draft.id
      where changes.revision > draft_texts.since and changes.request = any (draft_texts.requests)
    ) as numbered
    group by numbered.request, numbered.run
    order by last desc
    limit 3
  ),
  versions as (
    select made.first - 1 as revision, changes.before_version as id, null as request
    from made cross join draft
    join private.requested_changes as changes on changes.draft_id = draft.id and changes.revision = made.first
    union all
    select made.last, after.id, made.request
    from made cross join draft
    join private.requested_changes as changes on changes.draft_id = draft.id and changes.revision = made.last
    left join public.script_versions as before on before.id = changes.before_version
    join public.script_versions as after
      on after.user_id = draft.user_id and after.work_id = draft.work_id and after.number = coalesce(before.number, 0) + 1
  )
  select versions.revision,
    coalesce(private.text_of_pieces(
      (select texts.pieces from private.version_texts as texts where texts.version_id = versions.id)
    ), ''),
    versions.request
  from versions where versions.revision > draft_texts.since
  union all
  select draft.revision, private.text_of_pieces(texts.pieces), null
  from draft join private.draft_texts as texts on texts.draft_id = draft.id
  order by 1, 3
$$;
grant execute on function public.draft_texts(uuid, integer, text[]) to authenticated;
