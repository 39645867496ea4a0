-- How answers become the working text, are reviewed, and leave it again when another branch is shown
-- (docs/decisions/021-applying-answers.md, 024-review.md, 046-branches.md).

-- What an answer changed, until the writer has gone through it. What is still to be judged follows from the
-- two versions, the working text and the numbers that were kept.
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
  shown boolean not null default true,
  constraint answer_reviews_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);
comment on column public.answer_reviews.before_hash is
  'Of the text of before_version; null without one, and for reviews from before this column.';
comment on column public.answer_reviews.answer_hash is
  'Of the text of answer_version; null for reviews from before this column.';
comment on column public.answer_reviews.shown is
  'Whether its answer is on the branch that is shown: only then changes are pending.';

create index answer_reviews_of_a_text on public.answer_reviews (user_id, work_id, created_at);
create index answer_reviews_of_a_job on public.answer_reviews (job_id) where job_id is not null;

create trigger keep_times before insert or update on public.answer_reviews
  for each row execute function private.keep_times();

alter table public.answer_reviews enable row level security;
grant select on public.answer_reviews to authenticated;
create policy "writers read their own reviews" on public.answer_reviews
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Makes an answer's text the working text: what was written before becomes a version, the answer another, and
-- a review of the difference begins. Each other alternative is a version of its own before it. The draft is
-- locked by the caller.
create function private.put_answer(draft_id uuid, job_id uuid, new_text text, others text[] default '{}')
  returns public.script_versions
  language plpgsql set search_path = '' as $$
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
        draft.user_id, draft.work_id, put_answer.job_id, draft.version_id, made.id,
        case when cardinality(versions) > 0 then made.id || versions else '{}' end,
        case when draft.version_id is not null then draft.text_hash end,
        made.text_hash
      );
  end if;
  return made;
end
$$;

-- As put_answer, in the transaction that ends the job, once per job. Null if that has happened before or the
-- text is the same already. For the server's own role.
create function private.apply_answer_text(work_id uuid, job_id uuid, new_text text,
  others text[] default '{}')
  returns public.script_versions
  language plpgsql set search_path = '' as $$
declare
  person uuid := (select jobs.user_id from public.generation_jobs as jobs
    where jobs.id = apply_answer_text.job_id);
  draft public.script_drafts := private.open_work(person, apply_answer_text.work_id);
begin
  if draft.text_hash = private.text_hash(new_text) or exists (
    select from public.script_versions as versions
    where versions.user_id = person and versions.work_id = draft.work_id
      and versions.job_id = apply_answer_text.job_id
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
  language plpgsql security definer set search_path = '' as $$
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
  perform from public.chat_conversations where id = answer.conversation_id and work_id = work
    for no key update;
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

-- As use_answer, for a request that the change names.
create function public.use_answer_for(message_id uuid, request uuid) returns public.script_drafts
  language plpgsql set search_path = '' as $$
begin
  perform set_config('script_writer.request', use_answer_for.request::text, true);
  return public.use_answer(use_answer_for.message_id);
end
$$;
grant execute on function public.use_answer_for(uuid, uuid) to authenticated;

-- Keeps changes, or takes that back; ends a review, or opens it again. Keeping twice has no further effect.
-- Definer: reviews are written by functions only.
create function public.review_changes(
  review_id uuid,
  keep integer[] default '{}',
  unkeep integer[] default '{}',
  -- Null leaves it as it is.
  ended boolean default null
) returns public.answer_reviews
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  review public.answer_reviews;
  draft public.script_drafts;
begin
  perform private.require_approved();
  if coalesce(cardinality(keep), 0) + coalesce(cardinality(unkeep), 0) > 10000
    or exists (select from unnest(keep || unkeep) as number where number is null or number not between 0
      and 1000000)
  then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'At most 10,000 numbers from 0.';
  end if;
  select * into review from public.answer_reviews where id = review_changes.review_id
    and user_id = auth.uid();
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

-- What an answer names, none of it applied.
create function private.unapplied(changes jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select changes || jsonb_build_object('edits', coalesce(
    (
      select jsonb_agg(edits.edit || '{"applied": false}' order by edits.place)
      from jsonb_array_elements(changes -> 'edits') with ordinality as edits (edit, place)
    ),
    '[]'
  ))
$$;

-- For the server, which applies it: an answer that is compared and was not used, and what it answers. No row
-- for any other. Definer: an answer that is not shown is read by functions only.
create function private.answer_to_use(message_id uuid)
  returns table (
    request text, base_version uuid, base text, answer text, mode text, target_start integer,
      target_end integer,
    alternatives integer
  )
  language sql stable security definer set search_path = '' as $$
  select jobs.prompt, jobs.version_id,
    (
      select private.text_of_pieces(texts.pieces) from private.version_texts as texts
      where texts.version_id = jobs.version_id
    ),
    jobs.partial_text, jobs.mode, jobs.target_start, jobs.target_end, jobs.alternatives
  from public.chat_messages as messages join public.generation_jobs as jobs on jobs.id = messages.job_id
  where messages.id = answer_to_use.message_id and messages.user_id = (select auth.uid())
    and messages.withheld = 'compared' and (select private.is_approved())
$$;
grant execute on function private.answer_to_use(uuid) to authenticated;

-- What an answer did to the working text: the versions before and after it. No row if nothing.
create function private.change_of(message public.chat_messages, work_id uuid)
  returns table (before_version uuid, answer_version uuid)
  language sql stable set search_path = '' as $$
  (
    select reviews.before_version, reviews.answer_version from public.answer_reviews as reviews
    where reviews.job_id = message.job_id and reviews.user_id = message.user_id
      and reviews.work_id = change_of.work_id
    order by reviews.created_at desc limit 1
  )
  union all
  (
    -- There was no text before, so there is no review.
    select null, versions.id from public.script_versions as versions
    where versions.job_id = message.job_id and versions.user_id = message.user_id
      and versions.work_id = change_of.work_id
    order by versions.number limit 1
  )
  limit 1
$$;

-- The answers that change sides if the branch that ends with a message is shown, or none: those that are
-- left, the newest first, then those that return. And the text from before the first of them on, or before
-- the first that moved since then. At most the last 100 move, and none that the text got more than 2,000
-- versions ago; `more`: others stay as they are. Null if nothing moves.
create function private.branch_history(conversation_id uuid, leaf uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
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
          where reviews.job_id = moved.job_id and reviews.user_id = chat.user_id
            and reviews.answer_version = moved.id
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
      from public.script_versions as versions join private.version_texts as texts
        on texts.version_id = versions.id
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
        from public.script_versions as versions join private.version_texts as texts
          on texts.version_id = versions.id
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

-- For the server, which merges: what to do to the text, and the text, before a branch is shown. It is the one
-- through a message, to its newest end, or the one that ends with it; with an id that no message has, none.
-- And how a prompt was asked. Definer: nobody may read the tables of texts.
create function private.plan_branch(
  conversation_id uuid, message_id uuid, to_its_end boolean, prompt_id uuid default null
)
  returns table (leaf uuid, shown_leaf uuid, text text, text_hash text, steps jsonb, asked jsonb)
  language plpgsql stable security definer set search_path = '' as $$
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
grant execute on function private.plan_branch(uuid, uuid, boolean, uuid) to authenticated;

-- Makes the text what the branch makes of it, if both are still as they were planned: first without the
-- answers that are left, then with those that return, and notes what moved. The text and then the
-- conversation are locked by the caller.
create function private.follow_branch(conversation_id uuid, planned jsonb) returns void
  language plpgsql set search_path = '' as $$
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
    perform private.replace_text(draft.id, planned ->> 'left_text', 'restore');
    perform private.note_changes(draft.user_id, draft.work_id, null, planned ->> 'left_text',
      planned -> 'left');
  end if;
  if planned ->> 'text' is not null then
    perform private.replace_text(draft.id, planned ->> 'text', 'restore');
    perform private.note_changes(draft.user_id, draft.work_id, null, planned ->> 'text',
      planned -> 'returned');
  end if;
end
$$;

-- Shows a branch of the caller's as planned. Not while an answer is being written, whose place and text are
-- those of its branch. `planned` may name an answer of two that is used: then it is applied as it was judged
-- for the text of its branch, also while the other one is still being written. Definer: nobody may write
-- which branch is shown.
create function private.show_branch(conversation_id uuid, planned jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person uuid := auth.uid();
  work uuid := (
    select work_id from public.chat_conversations where id = show_branch.conversation_id
      and user_id = auth.uid()
  );
  use jsonb := nullif(planned -> 'use', 'null');
  used public.chat_messages;
  pair uuid;
  draft public.script_drafts;
  reason text := use ->> 'withheld';
begin
  perform private.require_approved();
  if use ->> 'text' is null or work is null then
    perform private.lock_work(person, work);
  else
    draft := private.open_work(person, work);
    -- A text that begins with the answer was none when it was planned.
    if draft.revision = 0 and planned ->> 'text_hash' is null then
      planned := planned || jsonb_build_object('text_hash', draft.text_hash);
    end if;
  end if;
  perform from public.chat_conversations
    where id = show_branch.conversation_id and user_id = person for no key update;
  if not found then
    perform private.not_found('conversation');
  end if;
  if use is not null then
    select * into used from public.chat_messages
      where id = (use ->> 'message')::uuid and conversation_id = show_branch.conversation_id and type = 'ai'
      for no key update;
    pair := (select jobs.compared from public.generation_jobs as jobs where jobs.id = used.job_id);
    if pair is null then
      perform private.not_found('message');
    end if;
  end if;
  if not exists (
    select from public.chat_messages
    where id = (planned ->> 'leaf')::uuid and conversation_id = show_branch.conversation_id
  ) then
    perform private.not_found('message');
  elsif exists (
    select from public.generation_jobs
    where conversation_id = show_branch.conversation_id and status in ('pending', 'processing')
      and (pair is null or compared is distinct from pair)
  ) then
    raise sqlstate 'PT409' using message = 'already_generating';
  end if;
  perform private.follow_branch(show_branch.conversation_id, planned);
  if planned ->> 'leaf' is distinct from planned ->> 'shown_leaf' then
    perform private.set_leaf(show_branch.conversation_id, (planned ->> 'leaf')::uuid);
  end if;
  if use is null then
    return;
  end if;
  update public.chat_messages set used_at = clock_timestamp()
    where job_id = pair and type = 'user' and conversation_id = show_branch.conversation_id;
  -- Another device may have used it in the meantime.
  if used.withheld is distinct from 'compared' or not use ? 'text' then
    return;
  end if;
  if use ->> 'text' is not null then
    begin
      perform private.apply_answer_text(
        work, used.job_id, use ->> 'text', array(select jsonb_array_elements_text(use -> 'others'))
      );
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.chat_messages set
      withheld = reason,
      partly_applied = reason is null and (use ->> 'partly_applied')::boolean,
      changes = coalesce(nullif(use -> 'changes', 'null'), changes)
    where id = used.id;
  update public.generation_jobs set withheld = reason where id = used.job_id;
end
$$;
grant execute on function private.show_branch(uuid, jsonb) to authenticated;

-- What a job's answer takes the place of, because another branch is shown by now. Usually nothing.
create function private.replaced_answers(job_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select private.branch_history(jobs.conversation_id, jobs.parent_id)
  from public.generation_jobs as jobs
  where jobs.id = replaced_answers.job_id and jobs.parent_id <> private.shown_leaf(jobs.conversation_id)
    and exists (select from public.chat_messages as messages where messages.id = jobs.parent_id)
$$;
