-- Who changed what for whom. No foreign keys: it outlives the accounts it speaks of.
create table public.audit_log (
  id uuid primary key default private.new_id(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  action text not null check (
    action in ('approved', 'restricted', 'learning_loop_granted', 'learning_loop_revoked', 'role_changed')
  ),
  user_id uuid not null,
  user_email text
);

create index audit_log_newest_first on public.audit_log (at desc, id);
create index audit_log_by_user on public.audit_log (user_id, at desc);

create trigger append_only before update or delete on public.audit_log
  for each row execute function private.refuse();
create trigger never_emptied before truncate on public.audit_log
  for each statement execute function private.refuse();

alter table public.audit_log enable row level security;

grant select on public.audit_log to authenticated;

create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

-- Whichever way a profile is changed leaves its row. Definer: nobody may write here directly.
create function private.record_profile_change() returns trigger
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
    union all
    select 'role_changed' where new.role is distinct from old.role
  loop
    insert into public.audit_log (actor_id, actor_email, action, user_id, user_email)
      values (
        auth.uid(),
        (select email from public.profiles where id = auth.uid()),
        what,
        new.id,
        new.email
      );
  end loop;
  return new;
end
$$;

create trigger record_profile_change after update on public.profiles
  for each row execute function private.record_profile_change();
