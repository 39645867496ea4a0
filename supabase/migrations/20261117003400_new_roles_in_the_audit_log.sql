-- A change of a role also says which role it is now.
create or replace function private.record_profile_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  what text;
begin
  for what in
    select case when new.approved then 'approved' else 'restricted' end
      where new.approved is distinct from old.approved
    union all
    select case when new.learning_loop_access then 'learning_loop_granted' else 'learning_loop_revoked' end
      where new.learning_loop_access is distinct from old.learning_loop_access
  loop
    perform private.record_event(what, new.id, auth.uid(), private.client_address());
  end loop;
  if new.role is distinct from old.role then
    perform private.record_change('role_changed', new.id, new.role);
  end if;
  return new;
end
$$;
