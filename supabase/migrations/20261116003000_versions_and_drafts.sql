-- Working texts and their versions (docs/decisions/019-working-text-and-versions.md). A text is known by its
-- owner and a work_id that the browser chose, from its first character on. A script has a text of its own.
alter table public.scripts
  add column work_id uuid not null default private.new_id(),
  add constraint a_text_is_saved_as_one_script unique (work_id, user_id);
grant insert (work_id) on public.scripts to authenticated;

-- A conversation is about its script's text or, before there is a script, about one of its own. The times
-- of the conversations are not changed by this.
alter table public.chat_conversations add column work_id uuid not null default private.new_id();
grant insert (work_id) on public.chat_conversations to authenticated;

alter table public.chat_conversations disable trigger user;
update public.chat_conversations set work_id = scripts.work_id
  from public.scripts where scripts.id = chat_conversations.script_id;
alter table public.chat_conversations enable trigger user;

create index chat_conversations_of_a_text on public.chat_conversations (work_id, user_id);

create function private.follow_script() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.script_id is not null then
    new.work_id := coalesce(
      (select scripts.work_id from public.scripts where id = new.script_id and user_id = new.user_id),
      new.work_id
    );
  elsif tg_op = 'UPDATE' and old.script_id is not null then
    -- Its script is gone, and the text with it.
    new.work_id := private.new_id();
  end if;
  return new;
end
$$;

create trigger follow_script before insert or update of script_id on public.chat_conversations
  for each row execute function private.follow_script();

-- The draft is the row that everything else of a text hangs on, and the row that every writer locks.
create table public.script_drafts (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- Null until the first save.
  script_id uuid,
  -- The latest version, from which the draft differs only while pending_origin is set. Not a foreign key:
  -- versions refer to their draft already, and go only together with it.
  version_id uuid,
  revision integer not null default 0,
  text_hash text not null default encode(sha256(''), 'hex'),
  -- What led from the previous revision to this one, so that another tab need not read the whole text.
  -- Null if it is long or was not a change by keep_draft.
  changes jsonb,
  pending_origin text
    constraint pending_origin_is_known check (pending_origin in ('typed', 'pasted', 'import', 'merge')),
  pending_since timestamptz,
  pending_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint a_text_has_one_draft unique (user_id, work_id),
  constraint pending_text_has_its_times check (
    (pending_origin is null) = (pending_since is null) and (pending_origin is null) = (pending_until is null)
  ),
  constraint script_drafts_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade
);

create index script_drafts_of_a_script on public.script_drafts (script_id, user_id);
create index script_drafts_pending on public.script_drafts (pending_since) where pending_origin is not null;

create trigger keep_times before insert or update on public.script_drafts
  for each row execute function private.keep_times();

create table public.script_versions (
  id uuid primary key default private.new_id(),
  work_id uuid not null,
  script_id uuid,
  user_id uuid not null references public.profiles (id) on delete cascade,
  number integer not null,
  created_at timestamptz not null default clock_timestamp(),
  origin text not null
    constraint origin_is_known check (origin in ('typed', 'pasted', 'answer', 'import', 'restore', 'merge')),
  label text
    constraint label_is_one_line_of_1_to_200_characters check (private.is_title(label, 200)),
  -- Not a foreign key: the chain hash covers it, so it must outlive the job.
  job_id uuid
    constraint only_answers_come_from_jobs check (job_id is null or origin = 'answer'),
  text_hash text not null,
  chain_hash text not null,
  constraint versions_are_numbered_once unique (user_id, work_id, number),
  constraint script_versions_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint script_versions_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade
);

create index script_versions_of_a_script on public.script_versions (script_id, user_id, number);

-- A label may be added and a first save attaches the script; all else is written once, by anyone.
create function private.keep_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'version_is_immutable';
end
$$;

create trigger keep_version before update on public.script_versions
  for each row when (
    old.id is distinct from new.id
    or old.work_id is distinct from new.work_id
    or old.user_id is distinct from new.user_id
    or old.number is distinct from new.number
    or old.created_at is distinct from new.created_at
    or old.origin is distinct from new.origin
    or old.job_id is distinct from new.job_id
    or old.text_hash is distinct from new.text_hash
    or old.chain_hash is distinct from new.chain_hash
    or old.script_id is distinct from new.script_id and old.script_id is not null
  )
  execute function private.keep_version();

alter table public.script_drafts enable row level security;
alter table public.script_versions enable row level security;

grant select on public.script_drafts to authenticated;
grant select on public.script_versions to authenticated;

create policy "writers read their own drafts" on public.script_drafts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers read their own versions" on public.script_versions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Each distinct piece of a text, once. A text is a list of pieces, in order.
create table private.script_pieces (
  id bigint generated always as identity primary key,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  hash bytea not null,
  text text not null,
  -- The length in UTF-16 units, which browsers count in.
  units integer not null,
  words integer not null,
  -- Part of a version. Others are removed when the draft no longer contains them.
  kept boolean not null default false,
  constraint a_piece_is_stored_once unique (draft_id, hash)
);

create index script_pieces_not_kept on private.script_pieces (draft_id) where not kept;

create table private.draft_texts (
  draft_id uuid primary key references public.script_drafts (id) on delete cascade,
  pieces bigint[] not null default '{}',
  -- The text that the open review compares with; null if none is open.
  review_pieces bigint[]
);

create table private.version_texts (
  version_id uuid primary key references public.script_versions (id) on delete cascade,
  pieces bigint[] not null,
  words integer not null
);
