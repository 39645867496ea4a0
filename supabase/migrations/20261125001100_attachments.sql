-- Files that belong to a text: a treatment, notes, another script. A prompt costs the passages that it needs
-- of them, not the files (docs/decisions/053-bounded-work.md).

-- What was read in a file is stored as text.
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

create trigger check_text_quota after insert on public.attachments
  for each row execute function private.check_text_quota();

alter table public.attachments enable row level security;
grant select, delete on public.attachments to authenticated;
create policy "writers read their own attachments" on public.attachments
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers remove their own attachments" on public.attachments
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Each distinct piece of a script's attachments, once: drafts of a treatment have most of their text in
-- common. Apart from the script's own pieces, which stay as long as a version has them.
create table private.attachment_pieces (
  id bigint generated always as identity primary key,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  user_id uuid not null,
  hash bytea not null,
  text text not null,
  terms integer[],
  constraint an_attached_piece_is_stored_once unique (draft_id, hash)
);

-- They count as stored text, as the pieces of scripts do.
create trigger count_added_pieces after insert on private.attachment_pieces
  referencing new table as added
  for each statement execute function private.count_added_pieces();
create trigger count_removed_pieces after delete on private.attachment_pieces
  referencing old table as removed
  for each statement execute function private.count_removed_pieces();

create table private.attachment_texts (
  attachment_id uuid primary key references public.attachments (id) on delete cascade,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  pieces bigint[] not null
);

create index attachment_texts_of_a_draft on private.attachment_texts (draft_id);

-- Deletes the pieces that no attachment of the text has any more. Definer: whoever deletes an attachment may
-- not write pieces.
create function private.drop_attachment_pieces() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.attachment_pieces as stored
    where stored.id in (select unnest(old.pieces))
      and stored.id not in (
        select unnest(others.pieces) from private.attachment_texts as others
          where others.draft_id = old.draft_id
      );
  return null;
end
$$;

create trigger drop_attachment_pieces after delete on private.attachment_texts
  for each row execute function private.drop_attachment_pieces();

-- The words of a text, some of them several times; of text that is written without spaces, each pair of its
-- characters. PostgreSQL's own classes depend on the database's locale, so these list what is between words.
create function private.words_in(written text) returns setof text
  language sql immutable rows 100 set search_path = '' as $$
  select words.word
  from regexp_split_to_table(
    lower(normalize(written, nfkc)),
    '[\u0001-/:-@\[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u3000-\u3004'
    '\u3008-\u3020\u30fb]+'
  ) as words (word)
  where words.word <> ''
    and words.word !~ '^[\u0e00-\u0e7f\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]'
  union all
  select pairs.pair
  from regexp_matches(
    written, '[\u0e00-\u0e7f\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]{2,}', 'g'
  ) as runs (run)
  cross join lateral (
    select character || lead(character) over (order by characters.n) as pair
    from string_to_table(runs.run[1], null) with ordinality as characters (character, n)
  ) as pairs
  where pairs.pair is not null
$$;

-- A text as passages, exact when joined in order: about a third of a page each. Longer ones would leave room
-- for few in a prompt, shorter ones say little alone. They end where a piece does, so that drafts of a text
-- have most of them in common; in long pieces behind a paragraph, a line, a sentence or a word, in this
-- order.
create function private.passages_of(written text) returns table (place integer, passage text)
  language plpgsql immutable rows 100 set search_path = '' as $$
declare
  piece text;
  rest text := '';
  tail text;
begin
  place := 0;
  for piece in select pieces.piece from private.pieces_of(written) as pieces order by pieces.place loop
    rest := rest || piece;
    while char_length(rest) >= 600 loop
      tail := substr(rest, 901, 300);
      passage := case
        when char_length(rest) <= 1200 then rest
        else left(rest, 900 + coalesce(
          char_length(substring(tail from '^.*\n\r?\n')),
          char_length(substring(tail from '^.*\n')),
          char_length(substring(tail from '^.*\. ')),
          char_length(substring(tail from '^.* ')),
          300
        ))
      end;
      return next;
      place := place + 1;
      rest := substr(rest, char_length(passage) + 1);
    end loop;
  end loop;
  if rest <> '' then
    passage := rest;
    return next;
  end if;
end
$$;

-- The words of a passage as numbers; null if it is blank.
create function private.terms_of(passage text) returns integer[]
  language sql immutable set search_path = '' as $$
  select case when private.trimmed(passage) <> '' then array(
    select distinct hashtext(words.word) from private.words_in(passage) as words (word)
  ) end
$$;

-- The passages of a text as pieces of its script's attachments, each stored once.
create function private.store_attachment(draft public.script_drafts, written text) returns bigint[]
  language sql set search_path = '' as $$
  with cut as materialized (
    select passages.place, passages.passage, sha256(convert_to(passages.passage, 'UTF8')) as hash
    from private.passages_of(written) as passages
  ),
  known as materialized (
    select cut.place, cut.passage, cut.hash, stored.id
    from cut left join private.attachment_pieces as stored on stored.draft_id = draft.id
      and stored.hash = cut.hash
  ),
  fresh as (
    insert into private.attachment_pieces (draft_id, user_id, hash, text, terms)
    select distinct on (known.hash) draft.id, draft.user_id, known.hash, known.passage,
      private.terms_of(known.passage)
    from known where known.id is null
    returning id, hash
  )
  select array_agg(coalesce(known.id, fresh.id) order by known.place)
  from known left join fresh on fresh.hash = known.hash
$$;

-- Attaches what was read in a file, cut into the passages that prompts get. The same file again is the
-- attachment that is there. Definer: nobody writes pieces directly.
create function public.add_attachment(work_id uuid, name text, kind text, text text)
  returns public.attachments
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  added public.attachments;
  hash text := private.text_hash(add_attachment.text);
begin
  perform private.require_approved();
  if add_attachment.work_id is null or add_attachment.text is null
    or private.trimmed(add_attachment.text) = '' then
    raise sqlstate 'PT400' using
      message = 'attachment_is_empty', hint = 'An attachment has a text, and the work_id of a script.';
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
    raise sqlstate 'PT400' using
      message = 'too_many_attachments', hint = 'At most 20 attachments of a script.';
  end if;
  insert into public.attachments (user_id, work_id, name, kind, text_hash, characters)
    values (
      draft.user_id, draft.work_id, add_attachment.name, add_attachment.kind, hash,
        char_length(add_attachment.text)
    )
    returning * into added;
  insert into private.attachment_texts (attachment_id, draft_id, pieces)
    values (added.id, draft.id, private.store_attachment(draft, add_attachment.text));
  return added;
end
$$;
grant execute on function public.add_attachment(uuid, text, text, text) to authenticated;

-- The text that passages make, in their order.
create function private.text_of_attachment(pieces bigint[]) returns text
  language sql stable set search_path = '' as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.attachment_pieces as stored on stored.id = listed.id
$$;

-- Null if it is not the caller's.
create function public.attachment_text(attachment_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select private.text_of_attachment(texts.pieces)
  from public.attachments join private.attachment_texts as texts on texts.attachment_id = attachments.id
  where attachments.id = attachment_text.attachment_id and attachments.user_id = (select auth.uid())
    and (select private.is_approved())
$$;
grant execute on function public.attachment_text(uuid) to authenticated;

-- The files that belong to the text of a job, in the order in which they were attached. Of each, how many
-- passages it has, and the ones to choose from: those that share rare words with the request, as Okapi BM25
-- counts them, then the beginnings of files, the newest first. The name of a file counts as part of each of
-- its passages, and of a long request its longest words. Planned with the words: a list that is known then is
-- looked up in a hash table.
create function private.passages_for_generation(job_id uuid, most integer)
  returns table (name text, passages integer, found jsonb)
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  asked integer[] := array(
    select hashtext(words.word)
    from (
      select distinct said.word
      from public.generation_jobs as jobs cross join lateral private.words_in(jobs.prompt) as said (word)
      where jobs.id = passages_for_generation.job_id
    ) as words
    order by char_length(words.word) desc, words.word limit 50
  );
begin
  return query
  with files as materialized (
    select row_number() over (order by attachments.created_at, attachments.id) as file, attachments.name,
      texts.pieces
    from public.generation_jobs as jobs
    join public.chat_conversations as chats on chats.id = jobs.conversation_id
    join public.attachments on attachments.user_id = jobs.user_id and attachments.work_id = chats.work_id
    join private.attachment_texts as texts on texts.attachment_id = attachments.id
    where jobs.id = passages_for_generation.job_id
  ),
  all_passages as materialized (
    select files.file, row_number() over (partition by files.file order by listed.n) - 1 as place, stored.id,
      stored.terms,
      cardinality(stored.terms) / nullif(avg(cardinality(stored.terms)) over (), 0) as length
    from files
    cross join lateral unnest(files.pieces) with ordinality as listed (id, n)
    join private.attachment_pieces as stored on stored.id = listed.id
    where stored.terms is not null
  ),
  named as materialized (
    select files.file, hashtext(words.word) as term
    from files cross join lateral private.words_in(regexp_replace(files.name, '\.\w+$', '')) as words (word)
    where hashtext(words.word) = any (asked)
  ),
  shared as materialized (
    select terms.file, terms.place, terms.term
    from (select all_passages.file, all_passages.place, unnest(all_passages.terms) as term
      from all_passages) as terms
    where terms.term = any (asked)
    union all
    select all_passages.file, all_passages.place, named.term from named join all_passages
      on all_passages.file = named.file
  ),
  -- Rare words count more, words in almost all passages not at all.
  rarities as materialized (
    select counted.term,
      ln(1 + (counted.all_of_them - counted.having_it + 0.5) / (counted.having_it + 0.5)) as rarity
    from (
      select shared.term, count(*)::float as having_it,
        (select count(*) from all_passages)::float as all_of_them
      from shared group by shared.term
    ) as counted
    where counted.having_it <= 0.9 * counted.all_of_them
  ),
  scores as materialized (
    select shared.file, shared.place, sum(rarities.rarity) as score
    from shared join rarities on rarities.term = shared.term
    group by shared.file, shared.place
  ),
  ranked as (
    select all_passages.file, all_passages.id, all_passages.place, row_number() over (
        order by coalesce(scores.score / (1 + 1.2 * (0.25 + 0.75 * all_passages.length)), 0) desc,
          all_passages.place, all_passages.file desc
      ) as rank
    from all_passages left join scores on scores.file = all_passages.file
      and scores.place = all_passages.place
  ),
  chosen as (
    select ranked.file, count(*)::integer as passages, jsonb_agg(jsonb_build_object(
        'place', ranked.place, 'rank', ranked.rank, 'text', stored.text
      )) filter (where stored.id is not null) as found
    from ranked
    left join private.attachment_pieces as stored on ranked.rank <= passages_for_generation.most
      and stored.id = ranked.id
    group by ranked.file
  )
  select files.name, coalesce(chosen.passages, 0), coalesce(chosen.found, '[]')
  from files left join chosen on chosen.file = files.file
  order by files.file;
end
$$;
