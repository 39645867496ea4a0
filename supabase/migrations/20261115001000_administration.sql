create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'not_an_admin';
  end if;
end
$$;

grant execute on function private.require_admin() to authenticated;

-- A page of scriptwriters, newest first, with this month's count and how many there are in all.
create function public.list_users(
  search text default '',
  status text default 'all',
  max_results integer default 50,
  skip integer default 0
) returns table (
  id uuid,
  email text,
  role text,
  approved boolean,
  learning_loop_access boolean,
  created_at timestamptz,
  monthly_generations integer,
  total_count bigint
)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  if coalesce(list_users.status, '') not in ('all', 'approved', 'pending') then
    raise sqlstate 'PT400' using message = 'unknown_status', hint = 'One of all, approved, pending.';
  end if;
  return query
    select
      profiles.id,
      profiles.email,
      profiles.role,
      profiles.approved,
      profiles.learning_loop_access,
      profiles.created_at,
      coalesce(api_usage.monthly_generations, 0),
      count(*) over ()
    from public.profiles
    left join public.api_usage on api_usage.user_id = profiles.id
    where profiles.role = 'scriptwriter'
      and (list_users.status = 'all' or profiles.approved = (list_users.status = 'approved'))
      and (
        coalesce(list_users.search, '') = ''
        or position(lower(list_users.search) in lower(profiles.email)) > 0
      )
    order by profiles.created_at desc, profiles.id
    limit least(greatest(list_users.max_results, 0), 200)
    offset greatest(list_users.skip, 0);
end
$$;

-- Each returns the profile as it is afterwards; the audit log is written by the profile's own trigger.
create function private.change_user(user_id uuid, approval boolean, access boolean)
  returns public.profiles
  language plpgsql set search_path = ''
as $$
declare
  changed public.profiles;
begin
  perform private.require_admin();
  update public.profiles
    set approved = coalesce(approval, approved),
        learning_loop_access = coalesce(access, learning_loop_access)
    where id = change_user.user_id and role = 'scriptwriter'
    returning * into changed;
  if not found then
    perform private.not_found('user');
  end if;
  return changed;
end
$$;

grant execute on function private.change_user(uuid, boolean, boolean) to authenticated;

create function public.approve_user(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, true, null) $$;

create function public.restrict_user(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, false, null) $$;

create function public.grant_learning_loop(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, null, true) $$;

create function public.revoke_learning_loop(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, null, false) $$;

grant execute on function public.list_users(text, text, integer, integer) to authenticated;
grant execute on function public.approve_user(uuid) to authenticated;
grant execute on function public.restrict_user(uuid) to authenticated;
grant execute on function public.grant_learning_loop(uuid) to authenticated;
grant execute on function public.revoke_learning_loop(uuid) to authenticated;
