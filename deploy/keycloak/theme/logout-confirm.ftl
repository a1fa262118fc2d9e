<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true; section>
<#if section = "header">Sign out?<#elseif section = "form">
<p class="lead">You will be signed out of the portal in this browser.</p>
<form method="post" action="${url.logoutConfirmAction}">
<input type="hidden" name="session_code" value="${logoutConfirm.code}">
<p class="actions"><button class="primary" type="submit" name="confirmLogout" value="yes">Sign out</button><a class="secondary" href="${layout.portal}">Stay signed in</a></p>
</form>
</#if>
</@layout.registrationLayout>
