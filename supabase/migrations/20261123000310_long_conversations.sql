-- A message costs the same in a conversation of 10 and of 10,000: what is shown is stored, and changes only from the place where two
-- branches part.

-- What changes sides when the branch that ends with a message is shown, or none. By time a message comes after the one that it
-- follows, so whatever is shown after the last message that both branches have is what is left.
create function private.branch_changes(conversation_id uuid, leaf uuid) returns table (id uuid, becomes_shown boolean)
  language plpgsql stable rows 10 set search_path = ''
as $$
#variable_conflict use_column
declare
  returning_ids uuid[];
  shared public.chat_messages;
begin
  with recursive up as (
    select messages.id, messages.parent_id, 1 as steps from public.chat_messages as messages
      where messages.id = branch_changes.leaf and not messages.shown
    union all
    select above.id, above.parent_id, up.steps + 1
      from up join public.chat_messages as above on above.id = up.parent_id
      where up.parent_id <> up.id and not above.shown
  )
  select array_agg(up.id order by up.steps) into returning_ids from up;
  select last.* into shared
    from public.chat_messages as last
    where last.shown and last.id = coalesce(
      (
        select top.parent_id from public.chat_messages as top
        where top.id = returning_ids[array_upper(returning_ids, 1)]
      ),
      branch_changes.leaf
    );
  return query
    select returns, true from unnest(returning_ids) as returns
    union all
    select messages.id, false
      from public.chat_conversations as chats
      join public.chat_messages as messages
        on messages.conversation_id = chats.id and messages.user_id = chats.user_id
      where chats.id = branch_changes.conversation_id and messages.shown
        and (messages.created_at, messages.id) > (
          coalesce(shared.created_at, '-infinity'), coalesce(shared.id, '00000000-0000-0000-0000-000000000000')
        );
end
$$;

-- As before.
create or replace function private.set_leaf(conversation_id uuid, leaf uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  owner uuid := (select user_id from public.chat_conversations where id = set_leaf.conversation_id);
  fork public.chat_messages;
  told uuid;
  above uuid;
begin
  select place.* into fork
    from public.chat_messages as last join public.chat_messages as place on place.id = coalesce(last.parent_id, last.id)
    where last.id = leaf;
  if fork.id is null or fork.parent_id is null or fork.parent_id = fork.id then
    if fork.parent_id is not null then
      fork := null;
    end if;
    above := (
      select earlier.id from public.chat_messages as earlier
      where earlier.conversation_id = set_leaf.conversation_id and earlier.user_id = owner and earlier.parent_id is null
        and (earlier.created_at, earlier.id) < (fork.created_at, fork.id)
      order by earlier.created_at desc, earlier.id desc limit 1
    );
    for told in
      select messages.id from public.chat_messages as messages
      where messages.conversation_id = set_leaf.conversation_id and messages.user_id = owner
        and messages.parent_id is null
        and (messages.created_at, messages.id) >= (
          coalesce(fork.created_at, '-infinity'), coalesce(fork.id, '00000000-0000-0000-0000-000000000000')
        )
      order by messages.created_at, messages.id
    loop
      update public.chat_messages as messages set parent_id = coalesce(above, told) where messages.id = told;
      above := told;
    end loop;
  end if;
  with moved as (
    update public.chat_messages as messages set shown = changes.becomes_shown
      from private.branch_changes(set_leaf.conversation_id, leaf) as changes
      where messages.id = changes.id
      returning messages.job_id, messages.user_id, messages.type, messages.shown
  )
  update public.answer_reviews as reviews set shown = moved.shown
    from moved
    where moved.type = 'ai' and reviews.job_id = moved.job_id and reviews.user_id = moved.user_id
      and reviews.shown <> moved.shown;
  update public.chat_conversations as chats set leaf_id = leaf where chats.id = set_leaf.conversation_id;
end
$$;

-- As before, and it shows the branch at once, so that the next message of the same statement follows this one.
create or replace function private.place_message() returns trigger
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
  if new.parent_id is null then
    return new;
  end if;
  if new.parent_id <> new.id then
    select created_at into follows from public.chat_messages
      where id = new.parent_id and conversation_id = new.conversation_id and user_id = new.user_id for key share;
    if not found then
      perform private.not_found('message');
    end if;
    -- By time, too, it comes after what it follows.
    new.created_at := greatest(new.created_at, follows + interval '1 microsecond');
  end if;
  if leaf is distinct from new.parent_id then
    perform private.set_leaf(new.conversation_id, nullif(new.parent_id, new.id));
  end if;
  update public.chat_conversations set leaf_id = new.id where id = new.conversation_id and user_id = new.user_id;
  return new;
end
$$;

drop trigger show_message on public.chat_messages;
drop function private.show_message();

-- Counted as they come and go: counting them all would take longer with every message.
create table private.message_counts (
  conversation_id uuid primary key references public.chat_conversations (id) on delete cascade,
  messages integer not null
);
insert into private.message_counts
  select conversation_id, count(*) from public.chat_messages group by conversation_id;

create function private.require_room(chat uuid, room integer) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if (select messages from private.message_counts where conversation_id = chat) + room > 10000 then
    raise sqlstate 'PT400' using
      message = 'conversation_full', hint = 'A conversation has at most 10,000 messages. Please begin a new one.';
  end if;
end
$$;

-- Prompts are refused beyond the limit; the answer to one that was accepted always has its place. Definer: nobody may write
-- the counts.
create function private.count_added_messages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.message_counts as counts
    select conversation_id, count(*) from added group by conversation_id order by conversation_id
    on conflict (conversation_id) do update set messages = counts.messages + excluded.messages;
  perform private.require_room(asked.conversation_id, 0)
    from (select distinct conversation_id from added where type = 'user') as asked;
  return null;
end
$$;
create trigger number_added after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.count_added_messages();

create function private.count_gone_messages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  chat record;
begin
  for chat in select conversation_id, count(*) as messages from gone group by conversation_id order by conversation_id loop
    update private.message_counts as counts set messages = counts.messages - chat.messages
      where counts.conversation_id = chat.conversation_id;
  end loop;
  return null;
end
$$;
-- After mend_branches, by its name: the conversation is locked before its count, as everywhere.
create trigger number_gone after delete on public.chat_messages
  referencing old table as gone
  for each statement execute function private.count_gone_messages();

-- Another answer to a prompt adds one without adding a prompt.
create function private.limit_answers() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.require_room(new.conversation_id, 1);
  return new;
end
$$;
create trigger limit_answers before insert on public.generation_jobs
  for each row when (new.branches and new.conversation_id is not null)
  execute function private.limit_answers();

-- As before, from what changes sides.
create or replace function private.branch_steps(conversation_id uuid, leaf uuid)
  returns table (from_version uuid, to_version uuid, leaves boolean)
  language sql stable set search_path = ''
as $$
  with changes as materialized (
    select * from private.branch_changes(branch_steps.conversation_id, branch_steps.leaf)
  ),
  -- Left together with answers that this branch does not have.
  left_behind as (
    select others.next_version
    from public.chat_conversations as chats
    join public.chat_messages as others on others.conversation_id = chats.id and others.user_id = chats.user_id
    where chats.id = branch_steps.conversation_id and others.next_version is not null
      and others.shown = (others.id in (select changes.id from changes))
  ),
  moved as (
    select messages.shown, messages.created_at, messages.id, messages.left_version, messages.next_version,
      change.before_version, change.answer_version,
      messages.left_version is not null
        and messages.next_version not in (select left_behind.next_version from left_behind) as returns_as_left
    from changes
    join public.chat_messages as messages on messages.id = changes.id
    join public.chat_conversations as chats on chats.id = messages.conversation_id
    cross join lateral private.change_of(messages, chats.work_id) as change
    where messages.type = 'ai' and messages.kind = 'text'
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

-- As before, from what changes sides.
create or replace function private.leave_answers(draft_id uuid, conversation_id uuid, leaf uuid, new_text text) returns void
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
    from private.branch_changes(leave_answers.conversation_id, leaf) as changes
    where messages.id = changes.id and not changes.becomes_shown
      and messages.type = 'ai' and messages.kind = 'text' and messages.job_id is not null and messages.withheld is null;
end
$$;

-- As before; the branch that is shown is read backwards from the message, and any other is walked.
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
            when place.shown
              then messages.shown and (messages.created_at, messages.id) <= (place.created_at, place.id)
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
  from public.generation_jobs as jobs
  left join public.chat_messages as place on place.id = jobs.parent_id
  where jobs.id = generation_context.job_id
$$;
