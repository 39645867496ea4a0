-- What the server tells the database about itself, and what happens once only.
create table private.settings (
  name text primary key,
  value text not null
);

-- Every account has a profile. What was sent along with the sign-up is not even looked at.
-- Definer: whoever makes accounts has no rights here.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  chosen text := (select value from private.settings where name = 'admin_email');
  is_first boolean;
  is_admin boolean;
begin
  -- Whoever comes at the same moment waits here, so that one of them is the first.
  insert into private.settings (name, value) values ('first_account', new.id::text)
    on conflict do nothing;
  is_first := found;
  is_admin := case when chosen is null then is_first else lower(new.email) = lower(chosen) end;
  insert into public.profiles (id, email, role, approved)
    values (
      new.id,
      new.email,
      case when is_admin then 'admin' else 'scriptwriter' end,
      coalesce(is_admin, false)
    );
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Definer: for the same reason.
create function private.follow_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end
$$;

create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.follow_email();

-- For the operator, who has the database's own role; granted to nobody.
create function private.make_admin(address text) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.profiles set role = 'admin', approved = true where lower(email) = lower(btrim(address));
  return found;
end
$$;

-- With an address that account is the administrator, now or when it is made; null forgets it.
create function private.set_admin_email(address text) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from private.settings where name = 'admin_email';
  if address is not null then
    insert into private.settings (name, value) values ('admin_email', btrim(address));
    perform private.make_admin(address);
  end if;
end
$$;

-- Without an approved admin nobody could ever approve anybody again. Definer: it must see all admins.
create function private.keep_one_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.role = 'admin' and new.approved and new.id = old.id then
    return new;
  end if;
  -- One at a time: two admins must not leave past each other.
  perform pg_advisory_xact_lock(20261115, 3);
  if not exists (
    select from public.profiles where role = 'admin' and approved and id <> old.id
  ) then
    raise sqlstate 'PT409' using
      message = 'last_admin',
      hint = 'Make another person an approved admin first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger keep_one_admin before update or delete on public.profiles
  for each row when (old.role = 'admin' and old.approved)
  execute function private.keep_one_admin();

create function private.refuse() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using
    message = tg_table_name || '_cannot_be_' || lower(tg_op) || 'd',
    hint = 'This is never allowed, for anybody.';
end
$$;

create trigger keep_profiles before truncate on public.profiles
  for each statement execute function private.refuse();
