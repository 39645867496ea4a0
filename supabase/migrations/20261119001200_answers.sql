-- Answers become the working text and are reviewed (docs/decisions/021-applying-answers.md, 024-review.md).

-- What an answer changed, until the writer has gone through it. What is still to be judged follows from the two
-- versions, the working text and the numbers that were kept.
create table public.answer_reviews (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- Not a foreign key: the review outlives the job, like the versions.
  job_id uuid,
  -- Null if there was no text before.
  before_version uuid,
  answer_version uuid not null,
  -- Versions with the whole text for each alternative, the answer's own first; empty without alternatives.
  alternatives uuid[] not null default '{}',
  -- Numbers of the changes that the writer kept, in order.
  kept integer[] not null default '{}',
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- With the hashes a browser knows whether it has the two texts already.
  before_hash text,
  answer_hash text,
  constraint answer_reviews_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);
comment on column public.answer_reviews.before_hash is
  'Of the text of before_version; null without one, and for reviews from before this column.';
comment on column public.answer_reviews.answer_hash is
  'Of the text of answer_version; null for reviews from before this column.';

create index answer_reviews_of_a_text on public.answer_reviews (user_id, work_id, created_at);
create index answer_reviews_of_a_job on public.answer_reviews (job_id) where job_id is not null;

create trigger keep_times before insert or update on public.answer_reviews
  for each row execute function private.keep_times();

alter table public.answer_reviews enable row level security;

grant select on public.answer_reviews to authenticated;

create policy "writers read their own reviews" on public.answer_reviews
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Makes an answer's text the working text: what was written before becomes a version, the answer another, and
-- a review of the difference begins. Each other alternative is a version of its own before it. The draft is
-- locked by the caller.
create function private.put_answer(draft_id uuid, job_id uuid, new_text text, others text[] default '{}')
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

-- The same in the transaction that ends the job, once per job. Null if that has happened before or the text is
-- the same already. For the server's own role.
create function private.apply_answer_text(work_id uuid, job_id uuid, new_text text, others text[] default '{}')
  returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  person uuid := (select jobs.user_id from public.generation_jobs as jobs where jobs.id = apply_answer_text.job_id);
  draft public.script_drafts := private.open_work(person, apply_answer_text.work_id);
begin
  if draft.text_hash = private.text_hash(new_text) or exists (
    select from public.script_versions as versions
    where versions.user_id = person and versions.work_id = draft.work_id and versions.job_id = apply_answer_text.job_id
  ) then
    return null;
  end if;
  return private.put_answer(draft.id, apply_answer_text.job_id, new_text, others);
end
$$;

-- Makes an answer the working text, as a version that names its job; the text before it is a version too.
-- Returns the draft. If it has this text already, it stays as it is. Definer: texts and answers are written
-- by functions only.
create function public.use_answer(message_id uuid) returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  answer public.chat_messages;
  work uuid;
  draft public.script_drafts;
  -- Without what the answer says to the writer.
  script text;
begin
  perform private.require_approved();
  select * into answer from public.chat_messages
    where id = use_answer.message_id and user_id = auth.uid() and type = 'ai' and kind = 'text';
  if not found then
    perform private.not_found('message');
  elsif private.trimmed(answer.content) = '' then
    raise sqlstate 'PT400' using message = 'answer_is_empty';
  elsif answer.changes is not null and not answer.changes -> 'edits' @> '[{"kind": "script"}]' then
    -- Some scenes and prose must not replace a script.
    raise sqlstate 'PT400' using message = 'answer_is_no_script';
  end if;
  select work_id into work from public.chat_conversations where id = answer.conversation_id;
  draft := private.open_work(auth.uid(), work);
  perform from public.chat_conversations where id = answer.conversation_id and work_id = work for no key update;
  if not found then
    raise sqlstate 'PT409' using
      message = 'draft_changed', hint = 'The conversation is about another text by now: read it again.';
  end if;
  select * into answer from public.chat_messages where id = answer.id for no key update;
  if not found then
    perform private.not_found('message');
  end if;
  script := coalesce(answer.changes #>> '{edits,0,text}', answer.content);
  if draft.text_hash <> private.text_hash(script) then
    perform private.put_answer(draft.id, answer.job_id, script);
  elsif answer.withheld is null and not answer.partly_applied then
    return draft;
  end if;
  update public.chat_messages set withheld = null, partly_applied = false, used_at = clock_timestamp()
    where id = answer.id;
  select * into draft from public.script_drafts where id = draft.id;
  return draft;
end
$$;
grant execute on function public.use_answer(uuid) to authenticated;

-- Keeps changes, or takes that back; ends a review, or opens it again. Keeping twice has no further effect.
-- Definer: reviews are written by functions only.
create function public.review_changes(
  review_id uuid,
  keep integer[] default '{}',
  unkeep integer[] default '{}',
  -- Null leaves it as it is.
  ended boolean default null
) returns public.answer_reviews
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  review public.answer_reviews;
  draft public.script_drafts;
begin
  perform private.require_approved();
  if coalesce(cardinality(keep), 0) + coalesce(cardinality(unkeep), 0) > 10000
    or exists (select from unnest(keep || unkeep) as number where number is null or number not between 0 and 1000000)
  then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'At most 10,000 numbers from 0.';
  end if;
  select * into review from public.answer_reviews where id = review_changes.review_id and user_id = auth.uid();
  if not found then
    perform private.not_found('review');
  end if;
  draft := private.lock_work(review.user_id, review.work_id);
  update public.answer_reviews as reviews set
      kept = array(
        select distinct number from unnest(reviews.kept || coalesce(keep, '{}')) as number
        where number <> all (coalesce(unkeep, '{}'))
        order by number
      ),
      ended_at = case
        when review_changes.ended then coalesce(reviews.ended_at, clock_timestamp())
        when review_changes.ended is null then reviews.ended_at
      end
    where reviews.id = review.id
    returning * into review;
  if not found then
    perform private.not_found('review');
  end if;
  if review.ended_at is not null and not exists (
    select from public.answer_reviews as others
    where others.user_id = review.user_id and others.work_id = review.work_id and others.ended_at is null
  ) then
    update private.draft_texts set review_pieces = null where draft_id = draft.id;
  end if;
  return review;
end
$$;
grant execute on function public.review_changes(uuid, integer[], integer[], boolean) to authenticated;
