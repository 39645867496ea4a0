-- Nobody can read a deleted row any more, so its announcement also says who could: its owner, and whether
-- administrators were shown it. Still nothing of what was in it.
create or replace function private.announce() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  news jsonb := jsonb_build_object(
    'table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id)
  );
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'profiles' then
      news := news || jsonb_build_object('owner', old.id, 'forAdmins', old.role = 'scriptwriter');
    else
      news := news || jsonb_build_object('owner', old.user_id);
    end if;
  end if;
  perform pg_notify('script_writer_changes', news::text);
  return null;
end
$$;

-- The select policies of the announced tables, for a row that is gone.
create function private.could_read(table_name text, owner uuid, for_admins boolean) returns boolean
  language sql stable set search_path = ''
as $$
  select has_table_privilege(format('public.%I', table_name), 'select')
    and (
      owner = (select auth.uid()) and (table_name = 'profiles' or (select private.is_approved()))
      or for_admins and (select private.is_admin())
    )
$$;
grant execute on function private.could_read(text, uuid, boolean) to authenticated;
