<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<@layout.registrationLayout isOurs=true displayMessage=false; section>
<#if section = "header">Choose a password<#elseif section = "form">
<p class="lead">For the login name <strong>${(auth.attemptedUsername)!""}</strong>. The password that you came with does not work again.</p>
<form method="post" action="${url.loginAction}" novalidate>
<input type="text" autocomplete="username" value="${(auth.attemptedUsername)!""}" readonly hidden>
<div class="fields"><@form.newPassword name="password-new" isFocused=true/></div>
<p class="actions">
<button class="primary" type="submit">Save password</button>
<#if isAppInitiatedAction??><button class="secondary" type="submit" name="cancel-aia" value="true">Cancel</button></#if>
</p>
</form>
</#if>
</@layout.registrationLayout>
