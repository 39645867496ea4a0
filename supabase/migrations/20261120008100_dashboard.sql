-- What the dashboard shows of a script and does with it (docs/decisions/045-dashboard.md).

-- A draft's time is that of its text: becoming a version, or part of a script, does not change it.
create function private.keep_text_times() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (new.revision, new.text_hash) is distinct from (old.revision, old.text_hash) then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  else
    new.updated_at := old.updated_at;
  end if;
  new.created_at := old.created_at;
  return new;
end
$$;

drop trigger keep_times on public.script_drafts;
create trigger keep_times before insert on public.script_drafts
  for each row execute function private.keep_times();
create trigger keep_text_times before update on public.script_drafts
  for each row execute function private.keep_text_times();

-- How long a script is, as its writer's browser measured it: only a browser lays out pages. It holds for the state of the
-- script that was last changed at measured_at, and is shown to nobody but that writer.
alter table public.saved_scripts
  add column pages integer,
  add column scenes integer,
  add column measured_at timestamptz,
  add constraint a_measured_length_is_whole check (
    num_nulls(pages, scenes, measured_at) = 3
    or num_nulls(pages, scenes, measured_at) = 0
      and pages between 0 and 1000000 and scenes between 0 and 1000000
  );
grant update (pages, scenes, measured_at) on public.saved_scripts to authenticated;

create or replace function private.keep_saved_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A script that was measured was not saved again.
  if tg_op = 'UPDATE'
    and (new.pages, new.scenes, new.measured_at) is distinct from (old.pages, old.scenes, old.measured_at) then
    new.saved_at := old.saved_at;
  else
    new.saved_at := clock_timestamp();
  end if;
  return new;
end
$$;

-- With the names of its conversations, as saving does.
create function public.rename_script(script_id uuid, title text) returns void
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(rename_script.title);
begin
  perform private.require_approved();
  update public.scripts set title = wanted_title where id = rename_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
  update public.chat_conversations set title = 'Chat: ' || wanted_title
    where script_id = rename_script.script_id and title <> 'Chat: ' || wanted_title;
end
$$;
grant execute on function public.rename_script(uuid, text) to authenticated;

-- A new script with the working text and the tags of another one, without its history and chats. Returns its id.
create function public.duplicate_script(script_id uuid) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  original public.scripts;
  duplicate uuid;
begin
  perform private.require_approved();
  select * into original from public.scripts where id = duplicate_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
  insert into public.scripts (title, content) values (
    private.trimmed(left(original.title, 193)) || ' (copy)',
    to_jsonb(coalesce(
      (select drafts.text from public.draft_text(original.work_id) as drafts), private.text_of(original.content)
    ))
  ) returning id into duplicate;
  insert into public.saved_scripts (script_id) values (duplicate);
  insert into public.script_tags (script_id, tag_id)
    select duplicate, tags.tag_id from public.script_tags as tags where tags.script_id = original.id;
  return duplicate;
end
$$;
grant execute on function public.duplicate_script(uuid) to authenticated;

-- All of them or none, each as delete_script does.
create function public.delete_scripts(script_ids uuid[], delete_chats boolean default false) returns void
  language plpgsql set search_path = ''
as $$
declare
  one uuid;
begin
  perform private.require_approved();
  if cardinality(script_ids) > 1000 then
    raise sqlstate 'PT400' using message = 'too_many_scripts', hint = 'At most 1,000 at once.';
  end if;
  -- In one order, so that two who delete the same scripts wait for each other.
  for one in select distinct id from unnest(script_ids) as listed (id) order by id loop
    perform public.delete_script(one, delete_chats);
  end loop;
end
$$;
grant execute on function public.delete_scripts(uuid[], boolean) to authenticated;
