-- How a working text changes: by the steps of a page, each of which names its origin. What led from one
-- version to the next is kept, so that what an answer brought can be followed (056-characters-of-answers.md);
-- a change that a page asked the server for names the request (057-whose-change.md).

-- Since the last version, for texts that have an answer.
create table private.draft_changes (
  id bigint generated always as identity primary key,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  -- Of the text before the request.
  revision integer,
  origin text,
  -- Null if they are not known; then nothing more is kept until the next version.
  splices jsonb,
  -- Of all since the last version.
  bytes integer not null
);

create index draft_changes_of_a_text on private.draft_changes (draft_id, id);

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

-- Whether a text has a version that an answer made.
create function private.has_answers(draft_id uuid) returns boolean
  language sql stable set search_path = '' as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.user_id = drafts.user_id
      and versions.work_id = drafts.work_id
    where drafts.id = has_answers.draft_id and versions.job_id is not null
  )
$$;

-- Keeps what changes a text that has an answer. Typing that goes on where it ended is one splice.
create function private.keep_changes(draft_id uuid, origin text, splices jsonb) returns void
  language plpgsql set search_path = '' as $$
declare
  last private.draft_changes;
  typed jsonb := splices -> 0;
  before jsonb;
begin
  select * into last from private.draft_changes as changes
    where changes.draft_id = keep_changes.draft_id order by changes.id desc limit 1;
  if found and last.splices is null then
    return;
  end if;
  before := last.splices -> 0;
  if last.origin = origin and jsonb_array_length(splices) = 1 and jsonb_array_length(last.splices) = 1
    and typed -> 'start' = typed -> 'end'
    and (typed ->> 'start')::integer
      = (before ->> 'start')::integer + private.utf16_length(before ->> 'text') then
    update private.draft_changes as changes set
        splices = jsonb_build_array(before || jsonb_build_object('text',
          (before ->> 'text') || (typed ->> 'text'))),
        bytes = changes.bytes + octet_length(typed ->> 'text')
      where changes.id = last.id and changes.bytes <= 16384;
    if found then
      return;
    end if;
  end if;
  last.bytes := coalesce(last.bytes, 0) + coalesce(octet_length(splices::text), 0);
  insert into private.draft_changes (draft_id, revision, origin, splices, bytes)
    select drafts.id, drafts.revision, keep_changes.origin, case when last.bytes <= 16384
      then keep_changes.splices end,
      last.bytes
    from public.script_drafts as drafts where drafts.id = keep_changes.draft_id;
end
$$;

-- What was changed since the last version; null if that is not known.
create function private.kept_changes(draft_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select case when bool_and(changes.splices is not null) is not false then coalesce(
      jsonb_agg(jsonb_build_object(
        'origin', changes.origin, 'splices', changes.splices, 'revision', changes.revision
      ) order by changes.id),
      '[]'
    ) end
  from private.draft_changes as changes where changes.draft_id = kept_changes.draft_id
$$;

-- Notes what led to the newest version with this text, which an answer made, or a branch.
create function private.note_changes(user_id uuid, work_id uuid, job_id uuid, written text, changes jsonb)
  returns void
  language sql set search_path = '' as $$
  update private.version_texts as texts set changes = note_changes.changes
    where texts.version_id = (
      select versions.id from public.script_versions as versions
      where versions.user_id = note_changes.user_id and versions.work_id = note_changes.work_id
        and versions.job_id is not distinct from note_changes.job_id
        and (versions.job_id is not null or versions.origin = 'restore')
        and versions.text_hash = private.text_hash(written)
      order by versions.number desc limit 1
    ) and texts.changes is null
$$;

-- As store_pieces, for a text that replaces the draft's: the pieces that it begins and ends with are neither
-- cut nor hashed again, except the ones next to the change.
create function private.store_changes(
  draft_id uuid, written text, kept boolean default false, saved boolean default false
) returns bigint[]
  language plpgsql set search_path = '' as $$
declare
  list bigint[];
  old bytea[];
  bytes bytea := convert_to(written, 'UTF8');
  -- The range that differs: places in the list and in the bytes.
  first integer := 1;
  last integer;
  first_byte integer := 1;
  last_byte integer := length(bytes);
begin
  select array_agg(stored.id order by listed.place),
    array_agg(convert_to(stored.text, 'UTF8') order by listed.place)
    into list, old
    from private.draft_texts as texts, unnest(texts.pieces) with ordinality as listed (id, place)
    join private.script_pieces as stored on stored.id = listed.id
    where texts.draft_id = store_changes.draft_id;
  last := coalesce(cardinality(list), 0);
  while first <= last and substring(bytes from first_byte for length(old[first])) = old[first] loop
    first_byte := first_byte + length(old[first]);
    first := first + 1;
  end loop;
  while first <= last and last_byte - length(old[last]) >= first_byte - 1
    and substring(bytes from last_byte - length(old[last]) + 1 for length(old[last])) = old[last] loop
    last_byte := last_byte - length(old[last]);
    last := last - 1;
  end loop;
  if first > 1 then
    first := first - 1;
    first_byte := first_byte - length(old[first]);
  end if;
  if last < cardinality(list) then
    last := last + 1;
    last_byte := last_byte + length(old[last]);
  end if;
  return list[:first - 1]
    || private.store_pieces(
      draft_id,
      convert_from(substring(bytes from first_byte for last_byte - first_byte + 1), 'UTF8'),
      kept, saved
    )
    || list[last + 1:];
end
$$;

-- The difference between two lists of pieces, as the changes of script_drafts. Null if it is long.
create function private.changes_between(before bigint[], after bigint[], origin text) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  same_first integer := 0;
  same_last integer := 0;
  most integer := least(cardinality(before), cardinality(after));
  start integer;
  units integer;
  inserted text;
begin
  while same_first < most and before[same_first + 1] = after[same_first + 1] loop
    same_first := same_first + 1;
  end loop;
  while same_last < most - same_first
    and before[cardinality(before) - same_last] = after[cardinality(after) - same_last] loop
    same_last := same_last + 1;
  end loop;
  inserted := private.text_of_pieces(after[same_first + 1:cardinality(after) - same_last]);
  if octet_length(inserted) > 16384 then
    return null;
  end if;
  select
      coalesce(sum(stored.units) filter (where listed.place <= same_first), 0),
      coalesce(sum(stored.units) filter (where listed.place > same_first), 0)
    into start, units
    from unnest(before[:cardinality(before) - same_last]) with ordinality as listed (id, place)
    join private.script_pieces as stored on stored.id = listed.id;
  return jsonb_build_array(jsonb_build_object(
    'origin', origin,
    'splices', jsonb_build_array(jsonb_build_object('start', start, 'end', start + units, 'text', inserted))
  ));
end
$$;

-- Applies changes to the stored text, for the caller's own: a list of steps, each on the text that the one
-- before it left, [{ "origin": "typed", "splices": [{ "start": 3, "end": 5, "text": "new" }], "version": true
-- }, ...] with offsets in UTF-16 units. "version" may be left out: true makes a version after the step,
-- unless there was one a moment ago. Revision 0 begins a text. Definer: texts are written by functions only.
create function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
  returns public.script_drafts
  language plpgsql security definer set search_path = '' as $$
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
  elsif jsonb_typeof(keep_draft.changes) is distinct from 'array'
    or jsonb_array_length(keep_draft.changes) > 100 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'Changes are a list of at most 100 steps.';
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

  for step in select one from jsonb_array_elements(keep_draft.changes) with ordinality as listed (one, place)
    order by place
  loop
    origin := step ->> 'origin';
    if jsonb_typeof(step) <> 'object' or origin is null
      or origin not in ('typed', 'pasted', 'template', 'restore', 'import', 'merge') then
      raise sqlstate 'PT400' using
        message = 'changes_are_invalid',
        hint = 'A step has an origin: typed, pasted, template, restore, import or merge.';
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
grant execute on function public.keep_draft(uuid, integer, jsonb, text) to authenticated;

-- Names the request in the changes of a text that it asked for, and remembers where they are.
create function private.note_request() returns trigger language plpgsql set search_path = '' as $$
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

-- As restore_version, for a request that the change names.
create function public.restore_version_for(version_id uuid, request uuid) returns public.script_versions
  language plpgsql set search_path = '' as $$
begin
  perform set_config('script_writer.request', restore_version_for.request::text, true);
  return public.restore_version(restore_version_for.version_id);
end
$$;
grant execute on function public.restore_version_for(uuid, uuid) to authenticated;

-- The text as it is, after those before and after each of the changes that these requests made since a
-- revision; the last three such changes, each from the row above it, which names no request. No row if
-- nothing has been written yet. Definer, as draft_text.
create function public.draft_texts(work_id uuid, since integer, requests text[])
  returns table (revision integer, text text, request text)
  language sql stable security definer set search_path = '' as $$
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
      on after.user_id = draft.user_id and after.work_id = draft.work_id
        and after.number = coalesce(before.number, 0) + 1
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
