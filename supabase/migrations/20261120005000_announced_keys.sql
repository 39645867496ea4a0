-- As before, and with the former id of a row whose key changed.
create or replace function private.announce() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  news jsonb := jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id),
    'formerId', nullif(old.id, coalesce(new.id, old.id))
  ));
begin
  if tg_table_name = 'notices' then
    if new.starts_at > clock_timestamp() or new.ends_at <= clock_timestamp() then
      news := news || jsonb_build_object('type', 'DELETE');
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'profiles' then
      news := news || jsonb_build_object('owner', old.id, 'forAdmins', old.role = 'scriptwriter');
    elsif tg_table_name = 'invitations' then
      news := news || jsonb_build_object('forAdmins', true);
    else
      news := news || jsonb_build_object('owner', old.user_id);
    end if;
  end if;
  perform pg_notify('script_writer_changes', news::text);
  return null;
end
$$;
