-- A conversation is a tree (docs/decisions/046-branches.md): an answer that is tried again and a prompt that is edited are
-- further children of the same message. Who reads a conversation by time sees the branch that is shown, and nothing else.
alter table public.chat_messages
  add column parent_id uuid,
  add column shown boolean not null default true,
  -- No foreign keys: versions go with their script.
  add column left_version uuid,
  add column next_version uuid;
comment on column public.chat_messages.parent_id is
  'The message that it follows. Null: the one before it by time, of those without a parent. Its own id: it begins a branch.';
comment on column public.chat_messages.shown is
  'Whether it is on the branch that is shown. Others are read with branches_of.';
comment on column public.chat_messages.left_version is
  'The text when another branch was last shown in place of the one with this answer.';
comment on column public.chat_messages.next_version is 'The text right after that, without the answer.';
create index chat_messages_that_follow on public.chat_messages (parent_id) where parent_id is not null;

-- No foreign key: it would be a second way from conversations to messages, and embedding one in the other ambiguous.
alter table public.chat_conversations add column leaf_id uuid;
comment on column public.chat_conversations.leaf_id is
  'The last message of the branch that is shown. Null while there is one branch only.';

alter table public.generation_jobs
  add column parent_id uuid,
  add column branches boolean not null default false,
  -- No foreign key: versions go with their script.
  add column version_id uuid,
  add column target_start integer,
  add column target_end integer,
  add column alternatives integer;
comment on column public.generation_jobs.parent_id is
  'The message that the answer follows; null: the last one that is shown when it arrives.';
comment on column public.generation_jobs.branches is
  'Its prompt is asked again for another answer. Two devices may do that at once.';
comment on column public.generation_jobs.version_id is
  'The text that the request was about, with the target in it, for asking again.';
alter table public.answer_reviews add column shown boolean not null default true;
comment on column public.answer_reviews.shown is 'Whether its answer is on the branch that is shown: only then changes are pending.';
alter table private.generation_inputs add column kept_lines boolean not null default false;
comment on column private.generation_inputs.kept_lines is
  'Some of what a former answer had changed could not be taken back, because the writer had changed the same lines.';

drop index public.one_generation_at_a_time_in_a_conversation;
create unique index one_generation_at_a_time_in_a_conversation
  on public.generation_jobs (conversation_id) where status in ('pending', 'processing') and not branches;

grant insert (parent_id) on public.chat_messages to authenticated;
alter policy "writers read their own messages" on public.chat_messages
  using (user_id = (select auth.uid()) and shown and (select private.is_approved()));

-- The messages from the beginning to this one.
create function private.path_to(message_id uuid) returns setof uuid
  language sql stable set search_path = ''
as $$
  with recursive up as (
    select id, parent_id, conversation_id, user_id, created_at from public.chat_messages where id = message_id
    union all
    select above.id, above.parent_id, above.conversation_id, above.user_id, above.created_at
      from up join public.chat_messages as above on above.id = up.parent_id
      where up.parent_id <> up.id
  )
  select id from up
  union all
  select earlier.id
    from up join public.chat_messages as earlier
      on earlier.conversation_id = up.conversation_id and earlier.user_id = up.user_id
      and earlier.parent_id is null and (earlier.created_at, earlier.id) < (up.created_at, up.id)
    where up.parent_id is null
$$;

-- From a message on, always to the newest that follows.
create function private.end_of_branch(message_id uuid) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  place public.chat_messages;
  next public.chat_messages;
begin
  select * into place from public.chat_messages where id = message_id;
  loop
    select following.* into next from (
        select * from public.chat_messages where parent_id = place.id and id <> place.id
        union all
        (
          select * from public.chat_messages
          where place.parent_id is null and parent_id is null
            and conversation_id = place.conversation_id and user_id = place.user_id
            and (created_at, id) > (place.created_at, place.id)
          order by created_at, id limit 1
        )
      ) as following
      order by following.created_at desc, following.id desc limit 1;
    if not found then
      return place.id;
    end if;
    place := next;
  end loop;
end
$$;

-- The last message that is shown; null without messages.
create function private.shown_leaf(conversation_id uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(chats.leaf_id, (
      select messages.id from public.chat_messages as messages
      where messages.conversation_id = chats.id and messages.user_id = chats.user_id
      order by messages.created_at desc, messages.id desc limit 1
    ))
  from public.chat_conversations as chats where chats.id = shown_leaf.conversation_id
$$;

-- Shows the branch that ends with a message. From the place where it leaves another one, all messages name what they
-- follow, so that whoever reads a branch sees from its messages that there are others. The conversation is locked by
-- the caller.
create function private.set_leaf(conversation_id uuid, leaf uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  fork public.chat_messages;
begin
  select place.* into fork
    from public.chat_messages as last join public.chat_messages as place on place.id = coalesce(last.parent_id, last.id)
    where last.id = leaf;
  update public.chat_messages as messages set parent_id = coalesce(earlier.parent, messages.id)
    from (
      select told.id, lag(told.id) over (order by told.created_at, told.id) as parent
      from public.chat_messages as told
      where told.conversation_id = set_leaf.conversation_id and told.parent_id is null
    ) as earlier
    where messages.id = earlier.id
      and (fork.id = leaf and fork.parent_id = fork.id
        or fork.parent_id is null and (messages.created_at, messages.id) >= (fork.created_at, fork.id));
  update public.chat_messages as messages set shown = not messages.shown
    where messages.conversation_id = set_leaf.conversation_id
      and messages.shown <> (messages.id in (select private.path_to(leaf)));
  update public.answer_reviews as reviews set shown = messages.shown
    from public.chat_messages as messages
    where messages.conversation_id = set_leaf.conversation_id and messages.type = 'ai'
      and reviews.job_id = messages.job_id and reviews.user_id = messages.user_id
      and reviews.shown <> messages.shown;
  update public.chat_conversations as chats set leaf_id = leaf where chats.id = set_leaf.conversation_id;
end
$$;

-- Whoever adds a message without a parent goes on with the branch that is shown; a message that follows another one is
-- shown. Without branches nothing is stored but the message. Definer: nobody may write which branch is shown.
create function private.place_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  leaf uuid;
  follows timestamptz;
begin
  -- One after the other, so that each knows its place.
  perform from public.chat_conversations
    where id = new.conversation_id and user_id = new.user_id for no key update;
  leaf := (select leaf_id from public.chat_conversations where id = new.conversation_id and user_id = new.user_id);
  if new.parent_id is null then
    new.parent_id := leaf;
  elsif leaf is null and new.parent_id = coalesce(private.shown_leaf(new.conversation_id), new.id) then
    new.parent_id := null;
  end if;
  if new.parent_id is not null and new.parent_id <> new.id then
    select created_at into follows from public.chat_messages
      where id = new.parent_id and conversation_id = new.conversation_id and user_id = new.user_id for key share;
    if not found then
      perform private.not_found('message');
    end if;
    -- By time, too, it comes after what it follows.
    new.created_at := greatest(new.created_at, follows + interval '1 microsecond');
  end if;
  return new;
end
$$;

create trigger place_message before insert on public.chat_messages
  for each row execute function private.place_message();

create function private.show_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_leaf(new.conversation_id, new.id);
  return null;
end
$$;

create trigger show_message after insert on public.chat_messages
  for each row when (new.parent_id is not null) execute function private.show_message();

-- What followed a deleted message follows the one before it. If the last one that was shown is gone, the nearest branch
-- is shown: another one from the same place, or else what is left. Definer, as above.
create function private.mend_branches() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  chat record;
  lost record;
  above uuid;
  lacks_leaf boolean;
  -- The nearest message of the lost branch that is left.
  nearest uuid;
begin
  for chat in
    select chats.id, chats.user_id, chats.leaf_id from public.chat_conversations as chats
    where chats.leaf_id is not null and chats.id in (select gone.conversation_id from gone)
    order by chats.id for no key update
  loop
    nearest := chat.leaf_id;
    lacks_leaf := false;
    -- The newest first: what it followed may be gone too, and then is next.
    for lost in select * from gone where gone.conversation_id = chat.id order by gone.created_at desc, gone.id desc loop
      if lost.parent_id is not null then
        above := nullif(lost.parent_id, lost.id);
      else
        above := (
          select earlier.id from public.chat_messages as earlier
          where earlier.conversation_id = chat.id and earlier.user_id = chat.user_id and earlier.parent_id is null
            and (earlier.created_at, earlier.id) < (lost.created_at, lost.id)
          order by earlier.created_at desc, earlier.id desc limit 1
        );
      end if;
      update public.chat_messages as messages set parent_id = coalesce(above, messages.id)
        where messages.parent_id = lost.id;
      if nearest = lost.id then
        nearest := above;
        lacks_leaf := true;
      end if;
    end loop;
    if lacks_leaf then
      nearest := coalesce(nearest, (
        select messages.id from public.chat_messages as messages
        where messages.conversation_id = chat.id and messages.user_id = chat.user_id
        order by messages.created_at desc, messages.id desc limit 1
      ));
      perform private.set_leaf(chat.id, private.end_of_branch(nearest));
    end if;
  end loop;
  return null;
end
$$;

create trigger mend_branches after delete on public.chat_messages
  referencing old table as gone
  for each statement execute function private.mend_branches();

-- All messages of a conversation, each with what it follows, null for a beginning. Definer: the others are not shown.
create function public.branches_of(conversation_id uuid) returns setof public.chat_messages
  language sql stable security definer set search_path = ''
as $$
  select (jsonb_populate_record(messages, jsonb_build_object('parent_id', case
      when messages.parent_id is not null then nullif(messages.parent_id, messages.id)
      else lag(messages.id) over (
        partition by messages.parent_id is null order by messages.created_at, messages.id
      )
    end))).*
  from public.chat_messages as messages
  where messages.conversation_id = branches_of.conversation_id and messages.user_id = (select auth.uid())
    and (select private.is_approved())
  order by messages.created_at, messages.id
$$;
grant execute on function public.branches_of(uuid) to authenticated;

-- What an answer did to the working text: the versions before and after it. No row if nothing.
create function private.change_of(message public.chat_messages, work_id uuid)
  returns table (before_version uuid, answer_version uuid)
  language sql stable set search_path = ''
as $$
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

-- What happens to the text if the branch that ends with a message is shown, or none. The answers that are
-- left are taken back, the newest first; then those of the branch return: together as they were when they were left
-- together, or else one by one. Each step is a change from one version to another; null is no text.
create function private.branch_steps(conversation_id uuid, leaf uuid)
  returns table (from_version uuid, to_version uuid, leaves boolean)
  language sql stable set search_path = ''
as $$
  with path as (select private.path_to(leaf) as id),
  moved as (
    select messages.shown, messages.created_at, messages.id, messages.left_version, messages.next_version,
      change.before_version, change.answer_version,
      messages.left_version is not null and not exists (
        select from public.chat_messages as others
        where others.conversation_id = messages.conversation_id and others.user_id = messages.user_id
          and others.next_version = messages.next_version and others.id not in (select path.id from path)
      ) as returns_as_left
    from public.chat_conversations as chats
    join public.chat_messages as messages
      on messages.conversation_id = chats.id and messages.user_id = chats.user_id
    cross join lateral private.change_of(messages, chats.work_id) as change
    where chats.id = branch_steps.conversation_id and messages.type = 'ai' and messages.kind = 'text'
      and messages.shown <> (messages.id in (select path.id from path))
  ),
  returned as (
    select
      case when returns_as_left then next_version else before_version end as from_version,
      case when returns_as_left then left_version else answer_version end as to_version,
      min(created_at) as created_at, min(id::text) as id
    from moved where not shown group by 1, 2
  )
  (select answer_version, before_version, true from moved where shown order by created_at desc, id desc)
  union all
  (select from_version, to_version, false from returned order by created_at, id)
$$;

-- Makes the text one without the answers that the branch does not have. Both texts are versions, and words keep the
-- origin that they had.
create function private.leave_answers(draft_id uuid, conversation_id uuid, leaf uuid, new_text text) returns void
  language plpgsql set search_path = ''
as $$
declare
  made public.script_versions;
  was_version uuid;
begin
  perform private.cut_pending(leave_answers.draft_id);
  was_version := (select drafts.version_id from public.script_drafts as drafts where drafts.id = leave_answers.draft_id);
  made := private.replace_text(leave_answers.draft_id, new_text, 'restore');
  update public.chat_messages as messages set left_version = was_version, next_version = made.id
    where messages.conversation_id = leave_answers.conversation_id and messages.shown
      and messages.type = 'ai' and messages.kind = 'text' and messages.job_id is not null
      and messages.id not in (select private.path_to(leaf));
end
$$;

-- For the server, which merges: what to do to the text, and the text, before a branch is shown. It is the one through
-- a message, to its newest end, or the one that ends with it; with an id that no message has, none. And how a prompt
-- was asked.
-- Definer: nobody may read the tables of texts.
create function private.plan_branch(
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
    steps := (
      select jsonb_agg(jsonb_build_object(
        'from', planned.from_version, 'to', planned.to_version, 'leaves', planned.leaves
      )) from private.branch_steps(chat.id, leaf) as planned
    );
  end if;
  select private.text_of_pieces(texts.pieces), drafts.text_hash into text, text_hash
    from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
    where drafts.user_id = chat.user_id and drafts.work_id = chat.work_id;
  text := coalesce(text, '');
  steps := coalesce(steps, '[]');
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

-- Makes the text what the branch makes of it, if both are still as they were planned: first without the answers that are
-- left, then with those that return. The text and then the conversation are locked by the caller.
create function private.follow_branch(conversation_id uuid, planned jsonb) returns void
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
  end if;
  if planned ->> 'text' is not null then
    perform private.replace_text(draft.id, planned ->> 'text', 'restore');
  end if;
end
$$;

-- Shows a branch as planned. Not while an answer is being written, whose place and text are those of its branch.
create function private.show_branch(conversation_id uuid, planned jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person uuid := auth.uid();
begin
  perform private.require_approved();
  perform private.lock_work(person, (
    select work_id from public.chat_conversations where id = show_branch.conversation_id and user_id = person
  ));
  perform from public.chat_conversations
    where id = show_branch.conversation_id and user_id = person for no key update;
  if not found then
    perform private.not_found('conversation');
  elsif not exists (
    select from public.chat_messages
    where id = (planned ->> 'leaf')::uuid and conversation_id = show_branch.conversation_id
  ) then
    perform private.not_found('message');
  elsif exists (
    select from public.generation_jobs
    where conversation_id = show_branch.conversation_id and status in ('pending', 'processing')
  ) then
    raise sqlstate 'PT409' using message = 'already_generating';
  end if;
  perform private.follow_branch(show_branch.conversation_id, planned);
  if planned ->> 'leaf' <> planned ->> 'shown_leaf' then
    perform private.set_leaf(show_branch.conversation_id, (planned ->> 'leaf')::uuid);
  end if;
end
$$;
grant execute on function private.show_branch(uuid, jsonb) to authenticated;

-- As before, but of the branch that the answer belongs to.
create or replace function private.generation_context(job_id uuid)
  returns table (conversation json, examples json)
  language sql stable set search_path = ''
as $$
  select
    (
      select coalesce(json_agg(json_build_object('type', said.type, 'content', said.content) order by said.created_at, said.id), '[]')
      from (
        select messages.id, messages.type, messages.content, messages.created_at
        from public.chat_messages as messages
        where messages.conversation_id = jobs.conversation_id and messages.user_id = jobs.user_id
          and messages.kind = 'text'
          and case
            when jobs.parent_id is null then messages.shown
            else messages.id in (select private.path_to(jobs.parent_id))
          end
        order by messages.created_at desc, messages.id desc
        limit 60
      ) as said
    ),
    (
      select coalesce(json_agg(json_build_object('id', kept.id, 'content', kept.content) order by kept.created_at desc, kept.id desc), '[]')
      from (
        select examples.id, examples.content, examples.created_at
        from public.golden_examples as examples
        join public.profiles on profiles.id = examples.user_id and profiles.learning_loop_access
        where examples.user_id = jobs.user_id and not examples.disabled
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs where jobs.id = generation_context.job_id
$$;

-- What a job's answer takes the place of, because another branch is shown by now: answers to be taken back, as pairs of
-- texts, the newest first. Usually none.
create function private.replaced_answers(job_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'from', private.text_of_pieces((select pieces from private.version_texts where version_id = steps.from_version)),
      'to', coalesce(
        private.text_of_pieces((select pieces from private.version_texts where version_id = steps.to_version)), ''
      )
    )), '[]')
  from public.generation_jobs as jobs
  cross join lateral private.branch_steps(jobs.conversation_id, jobs.parent_id) as steps
  where jobs.id = replaced_answers.job_id and jobs.parent_id <> private.shown_leaf(jobs.conversation_id)
    and exists (select from public.chat_messages as messages where messages.id = jobs.parent_id)
$$;

-- As before, and it follows its prompt.
create or replace function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  withheld text default null::text,
  partly_applied boolean default false,
  changes jsonb default null::jsonb
) returns uuid
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  added uuid;
begin
  -- Any update makes the trigger set the time.
  update public.chat_conversations set updated_at = now() where id = job.conversation_id;
  if found then
    insert into public.chat_messages (
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied, changes, model,
        parent_id
      )
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        case when add_answer.kind = 'text' then job.used_examples else '{}' end,
        add_answer.withheld,
        add_answer.partly_applied,
        add_answer.changes,
        case when add_answer.kind = 'text' then job.model_label end,
        coalesce(
          -- The note that it was stopped follows the text so far.
          (
            select id from public.chat_messages
            where job_id = job.id and type = 'ai' and conversation_id = job.conversation_id
          ),
          (
            select id from public.chat_messages
            where id = job.parent_id and conversation_id = job.conversation_id for key share
          )
        )
      )
      returning id into added;
  end if;
  return added;
end
$$;

-- As before, but a text that is given along with one that was judged is that without the answers which are replaced;
-- it is stored also if the answer itself changes nothing.
create or replace function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  written text,
  withheld text,
  new_text text,
  judged_hash text,
  first_text text,
  partly_applied boolean,
  other_texts text[],
  script text,
  changes jsonb,
  model text,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns text
  language plpgsql set search_path = ''
as $$
declare
  changes_text boolean := new_text is not null or first_text is not null;
  draft public.script_drafts := private.lock_around(complete_generation.job_id, begins => changes_text);
  job public.generation_jobs;
  reason text := complete_generation.withheld;
  kept_lines boolean := coalesce(
    (select inputs.kept_lines from private.generation_inputs as inputs where inputs.job_id = complete_generation.job_id),
    false
  );
begin
  if changes_text and (
    draft.id is null
    or judged_hash is distinct from case when draft.revision > 0 then draft.text_hash end
  ) then
    return 'text_changed';
  end if;
  select * into job from public.generation_jobs as jobs
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    for update;
  if not found then
    return 'taken';
  end if;
  if changes_text then
    begin
      if first_text is not null and judged_hash is null then
        perform private.replace_text(draft.id, first_text, 'import');
      elsif first_text is not null then
        perform private.leave_answers(draft.id, job.conversation_id, job.parent_id, first_text);
      end if;
      if new_text is not null then
        perform private.apply_answer_text(draft.work_id, job.id, new_text, coalesce(other_texts, '{}'));
      end if;
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = coalesce(complete_generation.written, text_of_result),
      finished_at = clock_timestamp(),
      leased_until = null,
      withheld = reason,
      script = case when job.conversation_id is null then complete_generation.script end,
      model = complete_generation.model,
      input_tokens = private.add_tokens(jobs.input_tokens, complete_generation.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, complete_generation.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, complete_generation.cached_input_tokens)
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    reason,
    (complete_generation.partly_applied or kept_lines and new_text is not null) and reason is null,
    complete_generation.changes
  );
  perform private.forget_input(job.id);
  return 'completed';
end
$$;

-- As before, and with a branch, as planned, it goes on from another message than the last one shown: with a message that is
-- stored there, or with another answer to one that is stored already. The text is then what the branch makes of it.
drop function private.request_generation(
  text, text, uuid, text, uuid, integer, integer, text, integer, uuid, uuid, integer, uuid, text, boolean
);
create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  model_id uuid default null,
  script_id uuid default null,
  revision integer default null,
  message_id uuid default null,
  scope text default null,
  begins boolean default false,
  branch jsonb default null
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  accepted uuid;
  -- The script, if it is saved, and the text: of the conversation, or else as the request names them.
  saved uuid;
  work uuid;
  locked uuid;
  version uuid;
  asked text := request_generation.current_script;
  beginning text;
  violated text;
  chosen uuid;
  -- The prompt is in the conversation already.
  is_stored boolean;
  -- What the message follows, or the answer if the message is stored.
  parent uuid := (request_generation.branch ->> 'parent')::uuid;
begin
  perform private.require_approved();
  perform private.lock_person(asker);
  -- One after the other for each person: the same key twice waits here and then finds the first.
  insert into public.api_usage (user_id) values (asker) on conflict do nothing;
  perform from public.api_usage
    where user_id = asker and month = private.this_month() for update;
  select id into accepted from public.generation_jobs
    where user_id = asker and idempotency_key = request_generation.idempotency_key;
  if found then
    return accepted;
  end if;
  chosen := private.model_for(asker, request_generation.model_id);
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = asker and month = private.this_month()
      and monthly_generations < private.monthly_limit_of(asker);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;

  if request_generation.conversation_id is not null and not request_generation.begins then
    select work_id into locked from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker;
  else
    -- A script from before may have another id than its text.
    select id, work_id into saved, work from public.scripts
      where user_id = asker and request_generation.script_id in (work_id, id)
      order by work_id = request_generation.script_id desc
      limit 1;
    work := coalesce(work, request_generation.script_id);
    locked := work;
  end if;
  -- The text before the conversation, as everywhere.
  perform private.cut_pending((private.lock_work(asker, locked)).id);
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.begins then
    insert into public.chat_conversations (id, user_id, title, script_id, work_id)
      values (
        request_generation.conversation_id, asker, private.title_of(request_generation.prompt), saved, work
      );
  elsif request_generation.conversation_id is not null then
    if request_generation.message_id is null then
      select script_id, work_id into saved, work from public.chat_conversations
        where id = request_generation.conversation_id and user_id = asker for share;
    else
      -- Any change lets the database set the time.
      update public.chat_conversations set updated_at = now()
        where id = request_generation.conversation_id and user_id = asker
        returning script_id, work_id into saved, work;
    end if;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  if request_generation.revision is not null then
    -- The conversation may be about another text, since a moment ago when its script was deleted.
    if work <> locked or request_generation.script_id not in (work, coalesce(saved, work)) then
      perform private.not_found('draft');
    elsif request_generation.revision = 0
      and not exists (select from public.script_drafts where user_id = asker and work_id = work) then
      asked := '';
    else
      asked := private.text_at(work, request_generation.revision);
    end if;
    if request_generation.branch is not null then
      perform private.follow_branch(request_generation.conversation_id, request_generation.branch);
      asked := coalesce(request_generation.branch ->> 'left_text', asked);
    end if;
    select versions.id into version from public.script_drafts as drafts
      join public.script_versions as versions
        on versions.id = drafts.version_id and versions.text_hash = drafts.text_hash
      where drafts.user_id = asker and drafts.work_id = work;
    if request_generation.target_start is not null then
      perform private.check_target(asked, request_generation.target_start, request_generation.target_end);
    end if;
  end if;
  if request_generation.continues is not null then
    select content into beginning from public.chat_messages
      where id = request_generation.continues and user_id = asker
        and conversation_id = request_generation.conversation_id and type = 'ai' and withheld = 'cut_off';
    if not found then
      perform private.not_found('message');
    elsif octet_length(beginning) > 819200 then
      -- The whole answer may have 1 MB, and a continuation 200 KB.
      raise sqlstate 'PT413' using message = 'answer_is_too_long';
    end if;
  end if;
  is_stored := exists (
    select from public.chat_messages
    where id = request_generation.message_id and user_id = asker and type = 'user'
      and conversation_id = request_generation.conversation_id and content = request_generation.prompt
  );
  -- Only another answer to the same prompt does not have to wait for the one that is being written.
  if not (is_stored and parent is not null) and exists (
    select from public.generation_jobs
    where conversation_id = request_generation.conversation_id and status in ('pending', 'processing')
  ) then
    raise sqlstate 'PT409' using message = 'already_generating';
  elsif is_stored and parent is not null
    and request_generation.message_id not in (select private.path_to(parent)) then
    perform private.not_found('message');
  end if;
  insert into public.generation_jobs (
      user_id, conversation_id, prompt, idempotency_key, mode, parent_id, branches,
      version_id, target_start, target_end, alternatives
    )
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key,
      request_generation.mode,
      case
        when is_stored then parent
        else coalesce(request_generation.message_id, request_generation.continues)
      end,
      is_stored and parent is not null,
      version,
      request_generation.target_start,
      request_generation.target_end,
      request_generation.alternatives
    )
    returning id into accepted;
  if is_stored then
    update public.chat_messages set job_id = accepted where id = request_generation.message_id;
    if parent <> private.shown_leaf(request_generation.conversation_id) then
      perform private.set_leaf(request_generation.conversation_id, parent);
    end if;
  elsif request_generation.message_id is not null then
    insert into public.chat_messages (id, conversation_id, user_id, type, content, scope, job_id, parent_id)
      values (
        request_generation.message_id,
        request_generation.conversation_id,
        asker,
        'user',
        request_generation.prompt,
        request_generation.scope,
        accepted,
        parent
      );
  end if;
  insert into private.generation_inputs (
      job_id, current_script, version_id, work_id, continued, target_start, target_end, mode, alternatives, kept_lines
    )
    values (
      accepted,
      case when version is null then asked end,
      version,
      -- Without a conversation the answer changes no text.
      case when request_generation.conversation_id is not null then work end,
      beginning,
      request_generation.target_start,
      request_generation.target_end,
      request_generation.mode,
      request_generation.alternatives,
      coalesce((request_generation.branch ->> 'kept_lines')::boolean, false)
    );
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    -- At the turn of a month two may ask at once with the same key.
    select id into accepted from public.generation_jobs
      where user_id = asker and idempotency_key = request_generation.idempotency_key;
    if found then
      return accepted;
    elsif violated in ('chat_conversations_pkey', 'chat_messages_pkey') then
      raise sqlstate 'PT409' using message = 'id_taken';
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;
grant execute on function private.request_generation(
  text, text, uuid, text, uuid, integer, integer, text, integer, uuid, uuid, integer, uuid, text, boolean, jsonb
) to authenticated;
