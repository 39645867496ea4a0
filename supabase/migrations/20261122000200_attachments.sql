-- Files that belong to a text: a treatment, notes, another script. What was read in them is stored as text; a model gets
-- the passages that concern a request.
create table public.attachments (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- Without the signs that change the direction of writing: what is shown is what is there.
  name text not null
    constraint an_attachment_name_is_one_line_of_1_to_200_characters
      check (private.is_title(name, 200) and name !~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  kind text not null
    constraint attachment_kind_is_known check (kind in ('text', 'fountain', 'final-draft', 'word', 'pdf')),
  text_hash text not null,
  characters integer not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint a_file_is_attached_once unique (user_id, work_id, name, text_hash),
  constraint attachments_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);

-- Each distinct piece of a script's attachments, once: drafts of a treatment have most of their text in common. Apart from
-- the script's own pieces, which stay as long as a version has them.
create table private.attachment_pieces (
  id bigint generated always as identity primary key,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  user_id uuid not null,
  hash bytea not null,
  text text not null,
  constraint an_attached_piece_is_stored_once unique (draft_id, hash)
);

create table private.attachment_texts (
  attachment_id uuid primary key references public.attachments (id) on delete cascade,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  pieces bigint[] not null
);
create index attachment_texts_of_a_draft on private.attachment_texts (draft_id);

-- They count as stored text, as the pieces of scripts do.
create trigger count_added_pieces after insert on private.attachment_pieces
  referencing new table as added
  for each statement execute function private.count_added_pieces();
create trigger count_removed_pieces after delete on private.attachment_pieces
  referencing old table as removed
  for each statement execute function private.count_removed_pieces();
create trigger check_text_quota after insert on public.attachments
  for each row execute function private.check_text_quota();

-- Definer: whoever deletes an attachment may not write pieces.
create function private.drop_attachment_pieces() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.attachment_pieces as stored
    where stored.id in (select unnest(old.pieces))
      and stored.id not in (
        select unnest(others.pieces) from private.attachment_texts as others where others.draft_id = old.draft_id
      );
  return null;
end
$$;
create trigger drop_attachment_pieces after delete on private.attachment_texts
  for each row execute function private.drop_attachment_pieces();

alter table public.attachments enable row level security;
grant select, delete on public.attachments to authenticated;

create policy "writers read their own attachments" on public.attachments
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers remove their own attachments" on public.attachments
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create trigger announce after insert or update or delete on public.attachments
  for each row execute function private.announce();

create function private.text_of_attachment(pieces bigint[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.attachment_pieces as stored on stored.id = listed.id
$$;

-- The same file again is the attachment that is there. Definer: nobody writes pieces directly.
create function public.add_attachment(work_id uuid, name text, kind text, text text) returns public.attachments
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  added public.attachments;
  hash text := private.text_hash(add_attachment.text);
  list bigint[];
begin
  perform private.require_approved();
  if add_attachment.work_id is null or add_attachment.text is null or private.trimmed(add_attachment.text) = '' then
    raise sqlstate 'PT400' using message = 'attachment_is_empty', hint = 'An attachment has a text, and the work_id of a script.';
  elsif octet_length(add_attachment.text) > 1048576 then
    raise sqlstate 'PT413' using message = 'attachment_is_too_large', hint = 'At most 1 MB of text.';
  end if;
  draft := private.open_work(auth.uid(), add_attachment.work_id);
  select * into added from public.attachments as known
    where known.user_id = draft.user_id and known.work_id = draft.work_id
      and known.name = add_attachment.name and known.text_hash = hash;
  if found then
    return added;
  elsif (
    select count(*) from public.attachments as known
    where known.user_id = draft.user_id and known.work_id = draft.work_id
  ) >= 20 then
    raise sqlstate 'PT400' using message = 'too_many_attachments', hint = 'At most 20 attachments of a script.';
  end if;
  with cut as materialized (
    select pieces.place, pieces.piece, sha256(convert_to(pieces.piece, 'UTF8')) as hash
    from private.pieces_of(add_attachment.text) as pieces
  ),
  known as materialized (
    select cut.place, cut.piece, cut.hash, stored.id
    from cut left join private.attachment_pieces as stored on stored.draft_id = draft.id and stored.hash = cut.hash
  ),
  fresh as (
    insert into private.attachment_pieces (draft_id, user_id, hash, text)
    select distinct on (known.hash) draft.id, draft.user_id, known.hash, known.piece
    from known where known.id is null and (select count(*) from known) <= 20000
    returning id, hash
  )
  select array_agg(coalesce(known.id, fresh.id) order by known.place) into list
    from known left join fresh on fresh.hash = known.hash;
  if cardinality(list) > 20000 then
    raise sqlstate 'PT413' using message = 'attachment_is_too_large', hint = 'It has far more parts than a text.';
  end if;
  insert into public.attachments (user_id, work_id, name, kind, text_hash, characters)
    values (
      draft.user_id, draft.work_id, add_attachment.name, add_attachment.kind, hash, char_length(add_attachment.text)
    )
    returning * into added;
  insert into private.attachment_texts (attachment_id, draft_id, pieces) values (added.id, draft.id, list);
  return added;
end
$$;
grant execute on function public.add_attachment(uuid, text, text, text) to authenticated;

-- Null if it is not the caller's.
create function public.attachment_text(attachment_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select private.text_of_attachment(texts.pieces)
  from public.attachments join private.attachment_texts as texts on texts.attachment_id = attachments.id
  where attachments.id = attachment_text.attachment_id and attachments.user_id = (select auth.uid())
    and (select private.is_approved())
$$;
grant execute on function public.attachment_text(uuid) to authenticated;

-- What a model may be given passages of, in the order in which it was attached.
create function private.attachments_for_generation(job_id uuid) returns table (name text, text text)
  language sql stable set search_path = ''
as $$
  select attachments.name, private.text_of_attachment(texts.pieces)
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  join public.attachments on attachments.user_id = jobs.user_id and attachments.work_id = chats.work_id
  join private.attachment_texts as texts on texts.attachment_id = attachments.id
  where jobs.id = attachments_for_generation.job_id
  order by attachments.created_at, attachments.id
$$;

-- As before, and with the list of attachments, so that a page needs no request of its own for it.
drop function public.open_text(uuid, uuid);
create function public.open_text(script_id uuid default null, conversation_id uuid default null)
  returns table (work_id uuid, revision integer, saved_at timestamptz, text text, attachments jsonb)
  language sql stable security definer set search_path = ''
as $$
  with saved as (
    select scripts.work_id, scripts.updated_at, private.text_hash(private.text_of(scripts.content)) as saved_hash
      from public.scripts
      where scripts.id = open_text.script_id and scripts.user_id = (select auth.uid())
  ),
  opened as (
    select * from saved
    union all
    select chats.work_id, null, null
      from public.chat_conversations as chats
      where open_text.script_id is null
        and chats.id = open_text.conversation_id and chats.user_id = (select auth.uid())
    union all
    select open_text.script_id, null, null
      where not exists (select from saved) and (
        exists (
          select from public.script_drafts as drafts
          where drafts.user_id = (select auth.uid()) and drafts.work_id = open_text.script_id
            and drafts.script_id is null
        )
        or exists (
          select from public.chat_conversations as chats
          where chats.user_id = (select auth.uid()) and chats.work_id = open_text.script_id and chats.script_id is null
        )
      )
  ),
  states as (
    select opened.work_id, drafts.id as draft_id, coalesce(drafts.revision, 0) as revision,
        case when drafts.id is null or drafts.text_hash = opened.saved_hash then opened.updated_at end as saved_at
      from opened
      left join public.script_drafts as drafts
        on drafts.user_id = (select auth.uid()) and drafts.work_id = opened.work_id
      where (select private.is_approved())
  )
  select states.work_id, states.revision, states.saved_at,
      case when states.saved_at is null then coalesce(private.text_of_pieces(texts.pieces), '') end,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', listed.id, 'name', listed.name, 'kind', listed.kind, 'characters', listed.characters
          ) order by listed.created_at, listed.id), '[]')
        from public.attachments as listed
        where listed.user_id = (select auth.uid()) and listed.work_id = states.work_id
      )
    from states
    left join private.draft_texts as texts on texts.draft_id = states.draft_id and states.saved_at is null
$$;
grant execute on function public.open_text(uuid, uuid) to authenticated;

-- As before, and what has attachments only: it takes room, too, until its writer deletes it.
create or replace function public.unsaved_texts()
  returns table (work_id uuid, conversation_id uuid, preview text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select drafts.work_id, chats.id, 
      case when private.trimmed(openings.text) <> '' then private.preview_of(to_jsonb(openings.text)) else files.names end, drafts.updated_at
  from public.script_drafts as drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
  -- More than a preview takes from the beginning.
  cross join lateral private.text_of_pieces(texts.pieces[1:16]) as openings (text)
  left join lateral (
    select conversations.id from public.chat_conversations as conversations
    where conversations.user_id = drafts.user_id and conversations.work_id = drafts.work_id
    order by conversations.updated_at desc limit 1
  ) as chats on true
  left join lateral (
    select string_agg(attachments.name, ', ' order by attachments.created_at) as names
    from public.attachments
    where attachments.user_id = drafts.user_id and attachments.work_id = drafts.work_id
  ) as files on true
  where drafts.user_id = (select auth.uid()) and (select private.is_approved())
    and drafts.script_id is null and (private.trimmed(openings.text) <> '' or files.names is not null)
  order by drafts.updated_at desc
  limit 200
$$;
