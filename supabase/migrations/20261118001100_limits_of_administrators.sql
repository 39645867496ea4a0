-- The limit of anybody, administrators included: null for the default, 0 for none at all. Definer: the policy
-- on profiles covers scriptwriters.
create function public.set_monthly_limit(user_id uuid, most integer default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if most not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'limit_is_0_to_1000000';
  end if;
  update public.profiles set monthly_limit = most where id = set_monthly_limit.user_id;
  if not found then
    perform private.not_found('user');
  end if;
end
$$;
grant execute on function public.set_monthly_limit(uuid, integer) to authenticated;

drop function public.list_administrators();

-- The administrators, the caller first. Definer: admins do not read the profiles of other admins.
create function public.list_administrators()
  returns table (
    id uuid, email text, approved boolean, created_at timestamptz, monthly_limit integer, is_self boolean
  )
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select
      profiles.id, profiles.email, profiles.approved, profiles.created_at, profiles.monthly_limit,
      profiles.id = auth.uid()
    from public.profiles where role = 'admin'
    order by profiles.id = auth.uid() desc, profiles.created_at, profiles.id;
end
$$;
grant execute on function public.list_administrators() to authenticated;
