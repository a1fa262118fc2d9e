<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true; section>
<#if section = "header">Log out?<#elseif section = "form">
<p class="lead">You will be logged out of the portal in this browser.</p>
<form method="post" action="${url.logoutConfirmAction}">
<input type="hidden" name="session_code" value="${logoutConfirm.code}">
<p class="actions"><button class="primary" type="submit" name="confirmLogout" value="yes">Log out</button><a class="secondary" href="${layout.portal}">Stay logged in</a></p>
</form>
</#if>
</@layout.registrationLayout>
