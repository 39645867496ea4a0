-- What a browser needs to show an answer under review comes with the events that announce it: the change of the
-- working text, and the hashes of the two texts that the review compares, which it may have already.

alter table public.answer_reviews
  add column before_hash text,
  add column answer_hash text;

comment on column public.answer_reviews.before_hash is
  'Of the text of before_version; null without one, and for reviews from before this column.';
comment on column public.answer_reviews.answer_hash is
  'Of the text of answer_version; null for reviews from before this column.';

-- The difference between two lists of pieces, as the changes of script_drafts. Null if it is long.
create function private.changes_between(before bigint[], after bigint[], origin text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
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

-- Replaces the whole text, as a version of its own; the text before it is a version too.
create or replace function private.replace_text(
  draft_id uuid,
  written text,
  origin text,
  job_id uuid default null,
  at timestamptz default clock_timestamp(),
  saved boolean default false
) returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  before bigint[] := (select texts.pieces from private.draft_texts as texts where texts.draft_id = replace_text.draft_id);
  after bigint[];
  made jsonb;
begin
  perform private.cut_pending(replace_text.draft_id);
  after := private.store_changes(replace_text.draft_id, written, true, replace_text.saved);
  -- Before the pieces that only the draft had are gone.
  made := private.changes_between(before, after, origin);
  perform private.set_text(replace_text.draft_id, after, null, written);
  update public.script_drafts set revision = revision + 1, changes = made where id = replace_text.draft_id;
  return private.cut_version(replace_text.draft_id, origin, job_id, at);
end
$$;

-- Makes an answer's text the working text: what was written before becomes a version, the answer another, and
-- a review of the difference begins. Each other alternative is a version of its own before it. The draft is
-- locked by the caller.
create or replace function private.put_answer(draft_id uuid, job_id uuid, new_text text, others text[] default '{}')
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
  -- Piece by piece: the first one that is not blank is enough.
  had_text := exists (
    select from private.draft_texts as texts, unnest(texts.pieces) as listed (id)
    join private.script_pieces as stored on stored.id = listed.id
    where texts.draft_id = put_answer.draft_id and private.trimmed(stored.text) <> ''
  );
  update private.draft_texts as texts set review_pieces = texts.pieces
    where texts.draft_id = put_answer.draft_id and texts.review_pieces is null and had_text;
  for at in reverse coalesce(cardinality(others), 0) .. 1 loop
    made := private.replace_text(put_answer.draft_id, others[at], 'answer', put_answer.job_id);
    versions := made.id || versions;
  end loop;
  made := private.replace_text(put_answer.draft_id, new_text, 'answer', put_answer.job_id);
  if had_text or cardinality(versions) > 0 then
    insert into public.answer_reviews (
        user_id, work_id, job_id, before_version, answer_version, alternatives, before_hash, answer_hash
      )
      values (
        draft.user_id,
        draft.work_id,
        put_answer.job_id,
        draft.version_id,
        made.id,
        case when cardinality(versions) > 0 then made.id || versions else '{}' end,
        case when draft.version_id is not null then draft.text_hash end,
        made.text_hash
      );
  end if;
  return made;
end
$$;
