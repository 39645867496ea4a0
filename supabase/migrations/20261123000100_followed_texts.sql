-- What an answer brought is followed character by character, so that a branch takes back these characters and no others
-- (docs/decisions/056-characters-of-answers.md).

alter table private.version_texts add column changes jsonb;
comment on column private.version_texts.changes is
  'What led from the version before to this one, if it is known: [{origin, splices, revision}], the revision of the text on '
  'which a request began; [{parts}] of an answer; or [{moves, since}] of the parts of answers.';

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

create index script_versions_of_answers on public.script_versions (user_id, work_id) where job_id is not null;

create function private.has_answers(draft_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.user_id = drafts.user_id and versions.work_id = drafts.work_id
    where drafts.id = has_answers.draft_id and versions.job_id is not null
  )
$$;

-- What was written before this migration is not known.
insert into private.draft_changes (draft_id, bytes)
  select id, 0 from public.script_drafts where pending_origin is not null and private.has_answers(id);

-- Typing goes on where it ended, and is one splice.
create function private.keep_changes(draft_id uuid, origin text, splices jsonb) returns void
  language plpgsql set search_path = ''
as $$
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
    and (typed ->> 'start')::integer = (before ->> 'start')::integer + private.utf16_length(before ->> 'text') then
    update private.draft_changes as changes set
        splices = jsonb_build_array(before || jsonb_build_object('text', (before ->> 'text') || (typed ->> 'text'))),
        bytes = changes.bytes + octet_length(typed ->> 'text')
      where changes.id = last.id and changes.bytes <= 16384;
    if found then
      return;
    end if;
  end if;
  last.bytes := coalesce(last.bytes, 0) + coalesce(octet_length(splices::text), 0);
  insert into private.draft_changes (draft_id, revision, origin, splices, bytes)
    select drafts.id, drafts.revision, keep_changes.origin, case when last.bytes <= 16384 then keep_changes.splices end,
      last.bytes
    from public.script_drafts as drafts where drafts.id = keep_changes.draft_id;
end
$$;

-- Null if they are not known.
create function private.kept_changes(draft_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select case when bool_and(changes.splices is not null) is not false then coalesce(
      jsonb_agg(jsonb_build_object(
        'origin', changes.origin, 'splices', changes.splices, 'revision', changes.revision
      ) order by changes.id),
      '[]'
    ) end
  from private.draft_changes as changes where changes.draft_id = kept_changes.draft_id
$$;

-- As before, and changes of a text that has an answer are kept.
create or replace function private.set_text(
  draft_id uuid, pieces bigint[], origin text default null, written text default null, splices jsonb default null
) returns void
  language plpgsql set search_path = ''
as $$
begin
  written := coalesce(written, private.text_of_pieces(pieces));
  if octet_length(written) > 1048576 then
    raise sqlstate 'PT413' using message = 'script_is_too_large', hint = 'At most 1 MB.';
  elsif cardinality(set_text.pieces) > 20000 then
    raise sqlstate 'PT413' using message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  -- A heading begins a piece, unless lines end with a carriage return alone.
  perform private.check_parts(written, cardinality(set_text.pieces) > 5000 or strpos(written, E'\r') > 0);
  if private.has_notes(set_text.draft_id) then
    -- Before the pieces that only the draft had are gone.
    perform private.follow_text(
      set_text.draft_id,
      coalesce(
        set_text.splices,
        private.splices_between(
          (select texts.pieces from private.draft_texts as texts where texts.draft_id = set_text.draft_id),
          set_text.pieces
        )
      ),
      written
    );
  end if;
  if private.has_answers(set_text.draft_id) then
    perform private.keep_changes(set_text.draft_id, set_text.origin, set_text.splices);
  end if;
  update private.draft_texts as texts set pieces = set_text.pieces where texts.draft_id = set_text.draft_id;
  delete from private.script_pieces as stored
    where stored.draft_id = set_text.draft_id and not stored.kept
      and stored.id not in (select unnest(set_text.pieces));
  update public.script_drafts set
      text_hash = private.text_hash(written),
      pending_origin = set_text.origin,
      pending_since = case when set_text.origin is not null then coalesce(pending_since, clock_timestamp()) end,
      pending_until = case when set_text.origin is not null then clock_timestamp() end
    where id = set_text.draft_id;
end
$$;

-- As before, with the changes that were kept.
create or replace function private.cut_version(
  draft_id uuid, origin text, job_id uuid default null, at timestamptz default clock_timestamp()
) returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts;
  previous public.script_versions;
  version public.script_versions;
  list bigint[] := (select texts.pieces from private.draft_texts as texts where texts.draft_id = cut_version.draft_id);
begin
  select * into draft from public.script_drafts where id = cut_version.draft_id;
  select * into previous from public.script_versions as versions
    where versions.user_id = draft.user_id and versions.work_id = draft.work_id
    order by versions.number desc limit 1;
  version.id := private.new_id();
  version.work_id := draft.work_id;
  version.script_id := draft.script_id;
  version.user_id := draft.user_id;
  version.number := coalesce(previous.number, 0) + 1;
  version.created_at := cut_version.at;
  version.origin := cut_version.origin;
  version.job_id := cut_version.job_id;
  version.text_hash := draft.text_hash;
  version.chain_hash := private.chain_hash(previous.chain_hash, version);
  insert into public.script_versions select version.*;
  insert into private.version_texts (version_id, pieces, words, changes)
    select version.id, list, coalesce(sum(stored.words), 0),
      case
        when cut_version.job_id is null and private.has_answers(cut_version.draft_id)
          then private.kept_changes(cut_version.draft_id)
      end
    from unnest(list) as listed (id) join private.script_pieces as stored on stored.id = listed.id;
  delete from private.draft_changes as changes where changes.draft_id = cut_version.draft_id;
  -- A draft's other pieces are all in this list: set_text removed the ones that are not.
  update private.script_pieces as stored set kept = true
    where stored.draft_id = cut_version.draft_id and not stored.kept;
  update public.script_drafts
    set version_id = version.id, pending_origin = null, pending_since = null, pending_until = null
    where id = cut_version.draft_id;
  return version;
end
$$;

-- The changes of a version count like its list of pieces; versions go only together with their text.
create or replace function private.count_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  insert into private.stored_texts as stored (draft_id, user_id, bytes)
    select drafts.id, drafts.user_id,
      private.version_bytes(new.pieces) + coalesce(octet_length(new.changes::text), 0)
    from public.script_versions as versions
    join public.script_drafts as drafts on drafts.user_id = versions.user_id and drafts.work_id = versions.work_id
    where versions.id = new.version_id
    on conflict (draft_id) do update set bytes = stored.bytes + excluded.bytes;
  return null;
end
$$;

-- The answers that change sides if the branch that ends with a message is shown, or none: those that are left, the newest
-- first, then those that return. And the text from before the first of them on, or before the first that moved since then.
-- At most the last 100 move, and none that the text got more than 2,000 versions ago; `more`: others stay as they are.
-- Null if nothing moves.
create function private.branch_history(conversation_id uuid, leaf uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  chat public.chat_conversations;
  latest integer;
  answers jsonb;
  more boolean;
  base integer;
begin
  select * into chat from public.chat_conversations where id = branch_history.conversation_id;
  latest := (
    select max(versions.number) from public.script_versions as versions
    where versions.user_id = chat.user_id and versions.work_id = chat.work_id
  );
  with moved as materialized (
    select versions.*, messages.shown,
      row_number() over (order by versions.number desc) > 100 or versions.number <= latest - 2000 as stays
    from private.branch_changes(branch_history.conversation_id, branch_history.leaf) as changes
    join public.chat_messages as messages on messages.id = changes.id
    cross join lateral private.change_of(messages, chat.work_id) as change
    join public.script_versions as versions on versions.id = change.answer_version
    where messages.type = 'ai' and messages.kind = 'text'
  )
  select
      jsonb_agg(jsonb_build_object(
        'version', moved.id, 'isLeft', moved.shown,
        'others', coalesce((
          select to_jsonb(array_remove(reviews.alternatives, reviews.answer_version))
          from public.answer_reviews as reviews
          where reviews.job_id = moved.job_id and reviews.user_id = chat.user_id and reviews.answer_version = moved.id
          limit 1
        ), '[]')
      ) order by not moved.shown, case when moved.shown then -moved.number else moved.number end)
        filter (where not stays),
      bool_or(stays),
      min((
        select coalesce(max(before.number), 0) from public.script_versions as before
        where before.user_id = chat.user_id and before.work_id = chat.work_id and before.number < moved.number
          and before.job_id is distinct from moved.job_id
      )) filter (where not stays)
    into answers, more, base
    from moved;
  if more is null then
    return null;
  end if;
  base := coalesce(
    least(base, (
      select min((texts.changes -> 0 ->> 'since')::integer)
      from public.script_versions as versions join private.version_texts as texts on texts.version_id = versions.id
      where versions.user_id = chat.user_id and versions.work_id = chat.work_id and versions.number > base
    )),
    latest
  );
  return jsonb_build_object(
    'answers', coalesce(answers, '[]'),
    'more', more,
    'base', (
      select versions.id from public.script_versions as versions
      where versions.user_id = chat.user_id and versions.work_id = chat.work_id and versions.number = base
    ),
    'versions', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'id', versions.id, 'number', versions.number, 'job', versions.job_id, 'origin', versions.origin,
          'changes', texts.changes
        ) order by versions.number)
        from public.script_versions as versions join private.version_texts as texts on texts.version_id = versions.id
        where versions.user_id = chat.user_id and versions.work_id = chat.work_id and versions.number > base
      ),
      '[]'
    ),
    'pending', (
      select private.kept_changes(drafts.id) from public.script_drafts as drafts
      where drafts.user_id = chat.user_id and drafts.work_id = chat.work_id
    )
  );
end
$$;

-- What led to the newest version with this text, which an answer made, or a branch.
create function private.note_changes(user_id uuid, work_id uuid, job_id uuid, written text, changes jsonb) returns void
  language sql set search_path = ''
as $$
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

-- As before, with what the branch moves.
create or replace function private.plan_branch(
  conversation_id uuid, message_id uuid, to_its_end boolean, prompt_id uuid default null
)
  returns table (leaf uuid, shown_leaf uuid, text text, text_hash text, steps jsonb, asked jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  chat public.chat_conversations;
begin
  perform private.require_approved();
  select * into chat from public.chat_conversations
    where id = plan_branch.conversation_id and user_id = auth.uid();
  if not found then
    perform private.not_found('conversation');
  end if;
  leaf := (
    select id from public.chat_messages
    where id = plan_branch.message_id and conversation_id = chat.id and user_id = chat.user_id
  );
  if to_its_end then
    if leaf is null then
      perform private.not_found('message');
    end if;
    leaf := private.end_of_branch(leaf);
  end if;
  shown_leaf := private.shown_leaf(chat.id);
  if leaf is distinct from shown_leaf then
    steps := private.branch_history(chat.id, leaf);
  end if;
  select private.text_of_pieces(texts.pieces), drafts.text_hash into text, text_hash
    from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
    where drafts.user_id = chat.user_id and drafts.work_id = chat.work_id;
  text := coalesce(text, '');
  asked := (
    select jsonb_build_object(
      'version', jobs.version_id, 'start', jobs.target_start, 'end', jobs.target_end,
      'alternatives', jobs.alternatives, 'mode', jobs.mode
    )
    from public.chat_messages as messages join public.generation_jobs as jobs on jobs.id = messages.job_id
    where messages.id = plan_branch.prompt_id and messages.conversation_id = chat.id
      and messages.user_id = chat.user_id and messages.type = 'user'
  );
  return next;
end
$$;

-- As before, and what moves is noted.
create or replace function private.follow_branch(conversation_id uuid, planned jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts;
begin
  select drafts.* into draft from public.chat_conversations as chats
    join public.script_drafts as drafts on drafts.user_id = chats.user_id and drafts.work_id = chats.work_id
    where chats.id = follow_branch.conversation_id;
  if private.shown_leaf(follow_branch.conversation_id) is distinct from (planned ->> 'shown_leaf')::uuid
    or draft.text_hash is distinct from planned ->> 'text_hash' then
    raise sqlstate 'PT409' using
      message = 'draft_changed', hint = 'It was changed elsewhere in the meantime: plan it again.';
  end if;
  if planned ->> 'left_text' is not null then
    perform private.leave_answers(
      draft.id, follow_branch.conversation_id, (planned ->> 'leaf')::uuid, planned ->> 'left_text'
    );
    perform private.note_changes(draft.user_id, draft.work_id, null, planned ->> 'left_text', planned -> 'left');
  end if;
  if planned ->> 'text' is not null then
    perform private.replace_text(draft.id, planned ->> 'text', 'restore');
    perform private.note_changes(draft.user_id, draft.work_id, null, planned ->> 'text', planned -> 'returned');
  end if;
end
$$;

-- What a job's answer takes the place of, because another branch is shown by now. Usually nothing.
create or replace function private.replaced_answers(job_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select private.branch_history(jobs.conversation_id, jobs.parent_id)
  from public.generation_jobs as jobs
  where jobs.id = replaced_answers.job_id and jobs.parent_id <> private.shown_leaf(jobs.conversation_id)
    and exists (select from public.chat_messages as messages where messages.id = jobs.parent_id)
$$;
