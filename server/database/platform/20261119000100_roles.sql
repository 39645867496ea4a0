-- The roles a request takes on. They belong to the whole server, so another database may have them.
do $$
declare
  wanted text;
  -- Until PostgreSQL 16 a member could always take on the role; since then that is a right of its own.
  needed text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('create role %I nologin noinherit', wanted);
    exception
      when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, wanted, needed) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end
$$;

-- Only some servers let us say this; the product itself never needs it.
do $$
begin
  alter role service_role bypassrls;
exception
  when insufficient_privilege then null;
end
$$;

grant usage on schema public to anon, authenticated, service_role;
